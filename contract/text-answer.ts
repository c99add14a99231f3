import { pastedLine } from './pasted-text.ts'

/** Whether two typed words are the same but for case, outer and doubled spaces, what cannot be seen, and the sort of apostrophe. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return pastedLine(text)
    .replace(/['’ʼ‘`´]/g, '’')
    .toLocaleLowerCase('uk')
}
