/** Groups rows by a key, each list in the order of its rows. */
export function gather<Row, Value>(
  rows: readonly Row[],
  pick: (row: Row) => readonly [key: string, value: Value],
): Map<string, Value[]> {
  const lists = new Map<string, Value[]>()
  for (const [key, value] of rows.map(pick)) {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [value])
    else list.push(value)
  }
  return lists
}
