/** Makes a text of `size` UTF-16 units that repeats `piece` between `start` and `end`. */
const pumped =
  (piece: string, start = '', end = '') =>
  (size: number) =>
    start + piece.repeat(Math.ceil(size / piece.length)).slice(0, Math.max(0, size - start.length - end.length)) + end

/** Over 38,000 different Han and Hangul letters: punycode and similar algorithms take quadratic time for them. */
const everyLetterOnce = Array.from({ length: 27_648 }, (_, n) => String.fromCharCode(0x3400 + n))
  .concat(Array.from({ length: 11_172 }, (_, n) => String.fromCharCode(0xac00 + n)))
  .join('')

/** Texts that cost some program more than linear time: by description, each a function of its UTF-16 units. */
export const hostileTexts: Record<string, (size: number) => string> = {
  'marks of two classes on one letter': (size) =>
    `а${'\u0301'.repeat(Math.floor(size / 2))}${'\u0327'.repeat(Math.ceil(size / 2) - 1)}`,
  'marks of two classes in turn': pumped('\u0301\u0327', 'а'),
  'a domain of ever other letters': pumped(everyLetterOnce, 'a@', '.ua'),
  'a domain of labels': pumped('п.', 'a@', 'ua'),
  'an address of dots': pumped('a.', '', '@'),
  'letters in parts': pumped('и\u0306'),
  'parts of Korean syllables': pumped('\u1100\u1161\u11a8'),
  'halves of surrogate pairs': pumped('\ud83d'),
  'emoji of a family': pumped('👩\u200d'),
  'blanks that end in a letter': pumped(' ', 'я', 'я'),
  'blanks of other kinds': pumped('\u00a0\t', 'я', 'я'),
  'marks without a width': pumped('\u200b', 'я', 'я'),
  'breaks of lines': pumped('\r\n', 'я', 'я'),
  'open brackets': pumped('[{(<', '"'),
  'open elements': pumped('<b>'),
  'open quotes': pumped('"', '<a b=', '!'),
  backslashes: pumped('\\', '"'),
  'commas and names': pumped('"a" <a@b.ua>, '),
  'groups of addresses': pumped('a:b;'),
  digits: pumped('0', '', 'x'),
  'digits and blanks': pumped('0 ', '+', 'x'),
  'per cents': pumped('%25'),
  'one letter': pumped('a', '', '!'),
  hyphens: pumped('-', 'a', '_'),
  'parts of a token': pumped('a.'),
  slashes: pumped('/', 'http:', ' '),
}

export const plainText = pumped('я')
