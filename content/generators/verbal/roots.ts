/** The longest prefix after which a root may begin. */
const prefixAtMost = 3
const rootLength = 4

/**
 * Whether two words look as if they had one root: they share the first three letters, or four letters after a short prefix
 * that are no mere ending. It errs towards yes: a lost item is better than one that its letters give away.
 */
export function shareRoot(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  if (a.slice(0, 3) === b.slice(0, 3)) return true
  for (let start = 0; start <= prefixAtMost; start++) {
    const root = a.slice(start, start + rootLength)
    const place = b.indexOf(root)
    const isEnding = start + rootLength === a.length && place + rootLength === b.length
    if (root.length === rootLength && place >= 0 && place <= prefixAtMost && !isEnding) return true
  }
  return false
}

/** Without stress marks and apostrophes. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[\u0301’-]/g, '')
}
