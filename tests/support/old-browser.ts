/**
 * Runs in a page before its scripts. Removes functions that the oldest browsers of the build lack: Safari 16.4, Chrome 111
 * and Firefox 115. A compiler lowers syntax, but it cannot add functions.
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
