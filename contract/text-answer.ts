/** Whether two typed words are the same but for case, outer and doubled spaces, and the sort of apostrophe. */
export function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/['’ʼ‘`´]/g, '’')
    .toLocaleLowerCase('uk')
}
