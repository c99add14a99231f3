/** The text with each dash bound to the word before it: a line may end with a dash, and never begins with one. */
export function boundDash(text: string): string {
  return text.replaceAll(/ (?=[—–])/g, '\u00a0')
}
