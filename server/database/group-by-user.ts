/** The rows of each user, in their order and without `user_id`. */
export function groupByUser<Row extends { user_id: string }>(rows: Row[]): Map<string, Array<Omit<Row, 'user_id'>>> {
  const groups = new Map<string, Array<Omit<Row, 'user_id'>>>();
  for (const { user_id: userId, ...row } of rows) {
    const group = groups.get(userId);
    if (group) group.push(row);
    else groups.set(userId, [row]);
  }
  return groups;
}
