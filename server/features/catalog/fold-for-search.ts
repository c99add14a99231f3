import { pastedLine } from '#contract/pasted-text.ts'

/**
 * Ukrainian letters in Latin ones, near to the table of the Cabinet of Ministers' resolution 55 of 27 January 2010, one
 * form a letter wherever it is. Search compares ASCII because PostgreSQL's trigrams see only what the database's
 * LC_CTYPE calls a letter, and under LC_CTYPE C no Cyrillic one is.
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
 * Text as search compares it: lower case, in Latin letters, no apostrophe of any kind (people type ' ’ ʼ ` or none),
 * everything that is neither letter nor digit as one space. Stored in tests.search_text and applied to what is searched.
 */
export function foldForSearch(text: string): string {
  return pastedLine(text)
    .toLocaleLowerCase('uk')
    .replaceAll(/['’ʼ‘`´′"]/g, '')
    .replaceAll(/[а-яіїєґё]/g, (letter) => latin[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
