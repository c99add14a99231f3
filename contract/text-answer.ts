import { pastedLine } from './pasted-text.ts'

/** Whether two typed texts are equal apart from case, outer and doubled spaces, unseen characters and form of apostrophe. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return pastedLine(text)
    .replace(/['’ʼ‘`´]/g, '’')
    .toLocaleLowerCase('uk')
}
