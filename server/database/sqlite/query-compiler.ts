import { type DataTypeNode, type SelectModifierNode, SqliteQueryCompiler } from 'kysely';

/** What SQLite keeps the types of PostgreSQL in, by which the migrations are written. */
const TYPES: Partial<Record<string, string>> = { bigint: 'integer', bytea: 'blob', timestamptz: 'text', uuid: 'text' };

/** Takes what the queries say for PostgreSQL. */
export class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    this.append(TYPES[node.dataType] ?? node.dataType);
  }

  // A transaction here is the only writer from its beginning, so it holds every lock.
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}
