import { pastedLine } from '#contract/pasted-text.ts'

/**
 * Ukrainian letters in Latin ones, near to the table of the Cabinet of Ministers' resolution 55 of 27 January 2010, but one form
 * for a letter everywhere. Search compares ASCII: PostgreSQL's trigrams see only letters of LC_CTYPE, and C has no Cyrillic.
 */
const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'h',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ь: '',
  ю: 'iu',
  я: 'ia',
  ы: 'y',
  э: 'e',
  ё: 'io',
  ъ: '',
}

/**
 * Text as search compares it: lower case, Latin letters, no apostrophes (people type ' ’ ʼ ` or none), everything but letters and
 * digits as one space. Stored in tests.search_text and applied to search texts.
 */
export function foldForSearch(text: string): string {
  return pastedLine(text)
    .toLocaleLowerCase('uk')
    .replaceAll(/['’ʼ‘`´′"]/g, '')
    .replaceAll(/[а-яіїєґё]/g, (letter) => latin[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
