/**
 * Run in a page before its scripts: takes away what Safari 16.4, Chrome 111 or Firefox 115, the oldest that the build is
 * made for, do not have. A compiler lowers syntax; functions it cannot bring.
 */
export function forgetYoungFunctions(): void {
  const young: [object, string[]][] = [
    [AbortSignal, ['any']],
    [URL, ['canParse', 'parse']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['map', 'filter', 'take', 'drop', 'toArray', 'forEach'],
    ],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
  ]
  for (const [owner, names] of young) {
    for (const name of names) if (name in owner) Reflect.deleteProperty(owner, name)
  }
}
