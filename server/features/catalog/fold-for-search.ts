/**
 * Text as search compares it: lower case, no apostrophe of any kind (people type ' ’ ʼ ` or none), ґ as г, everything
 * that is neither letter nor digit as one space. Stored in tests.search_text and applied to what is searched.
 */
export function foldForSearch(text: string): string {
  return text
    .toLocaleLowerCase('uk')
    .normalize('NFC')
    .replaceAll(/['’ʼ‘`´′"]/g, '')
    .replaceAll('ґ', 'г')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
