/** Rows of several people, apart by person and without their ids; the order within each stays. */
export function groupByOwner<Row extends { user_id: string }>(rows: Row[]): Map<string, Array<Omit<Row, 'user_id'>>> {
  const groups = new Map<string, Array<Omit<Row, 'user_id'>>>();
  for (const { user_id: owner, ...row } of rows) {
    const group = groups.get(owner);
    if (group) group.push(row);
    else groups.set(owner, [row]);
  }
  return groups;
}
