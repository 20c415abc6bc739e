import {
  type AggregateFunctionNode,
  type DataTypeNode,
  FunctionNode,
  type SelectModifierNode,
  SqliteQueryCompiler,
} from 'kysely';

const TYPES: Partial<Record<string, string>> = { bigint: 'integer', bytea: 'blob', timestamptz: 'text', uuid: 'text' };

const LOCKS: Array<SelectModifierNode['modifier']> = ['ForUpdate', 'ForKeyShare', 'SkipLocked'];

const FUNCTIONS: Partial<Record<string, string>> = {
  json_agg: 'json_group_array',
  json_array_elements_text: 'json_each',
  json_build_array: 'json_array',
  json_build_object: 'json_object',
  strpos: 'instr',
};

/** Translates queries written for PostgreSQL. */
export class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    this.append(TYPES[node.dataType] ?? node.dataType);
  }

  // A SQLite transaction is the only writer, so it needs no row locks.
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.includes(node.modifier)) super.visitSelectModifier(node);
  }

  protected override visitFunction(node: FunctionNode): void {
    const [first, second] = node.arguments;
    // SQLite stores times as ISO 8601 text.
    if (node.func === 'iso_time' && first) this.visitNode(first);
    else if (node.func === 'one_of' && first && second) {
      this.visitNode(first);
      this.append(' in ');
      this.visitNode(second);
    } else super.visitFunction(FunctionNode.create(FUNCTIONS[node.func] ?? node.func, node.arguments));
  }

  protected override visitAggregateFunction(node: AggregateFunctionNode): void {
    super.visitAggregateFunction({ ...node, func: FUNCTIONS[node.func] ?? node.func });
  }
}
