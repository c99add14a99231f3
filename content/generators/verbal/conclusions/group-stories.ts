/** A group in the forms that statements need: plural, singular, and both in the instrumental («є плавцями», «є плавцем»). */
export type Term = { many: string; one: string; byMany: string; byOne: string }

/** What the groups consist of. `things` is missing if the terms are nouns of their own («шахісти»). */
export type GroupStory = {
  name: string
  setting: string
  things?: { one: string; ofMany: string }
  gender: 'm' | 'f'
  terms: readonly Term[]
}

const term = (many: string, one: string, byMany: string, byOne: string): Term => ({ many, one, byMany, byOne })
/** For adjectives in -ий and -і, which form all cases alike. */
const quality = (stem: string, gender: 'm' | 'f'): Term =>
  gender === 'm'
    ? term(`${stem}і`, `${stem}ий`, `${stem}ими`, `${stem}им`)
    : term(`${stem}і`, `${stem}а`, `${stem}ими`, `${stem}ою`)

/**
 * Nobody knows how these groups are related: none is a kind of another, excludes another or makes another likely. Otherwise a
 * person who believes a conclusion would think that it follows (Evans, Barston & Pollard, 1983).
 */
export const groupStories: readonly GroupStory[] = [
  {
    name: 'club',
    setting: 'Захоплень у людини може бути кілька.',
    gender: 'm',
    terms: [
      term('шахісти', 'шахіст', 'шахістами', 'шахістом'),
      term('плавці', 'плавець', 'плавцями', 'плавцем'),
      term('скрипалі', 'скрипаль', 'скрипалями', 'скрипалем'),
      term('бігуни', 'бігун', 'бігунами', 'бігуном'),
      term('лижники', 'лижник', 'лижниками', 'лижником'),
      term('поети', 'поет', 'поетами', 'поетом'),
      term('актори', 'актор', 'акторами', 'актором'),
      term('борці', 'борець', 'борцями', 'борцем'),
      term('фотографи', 'фотограф', 'фотографами', 'фотографом'),
    ],
  },
  {
    name: 'village',
    setting: 'Ремесел у людини може бути кілька.',
    gender: 'm',
    terms: [
      term('пекарі', 'пекар', 'пекарями', 'пекарем'),
      term('кравці', 'кравець', 'кравцями', 'кравцем'),
      term('столяри', 'столяр', 'столярами', 'столяром'),
      term('пасічники', 'пасічник', 'пасічниками', 'пасічником'),
      term('гончарі', 'гончар', 'гончарями', 'гончарем'),
      term('ткачі', 'ткач', 'ткачами', 'ткачем'),
      term('ковалі', 'коваль', 'ковалями', 'ковалем'),
      term('маляри', 'маляр', 'малярами', 'маляром'),
      term('мельники', 'мельник', 'мельниками', 'мельником'),
    ],
  },
  {
    name: 'tokens',
    setting: 'У коробці лежать жетони.',
    things: { one: 'жетон', ofMany: 'жетонів' },
    gender: 'm',
    terms: [
      quality('кругл', 'm'),
      term('сині', 'синій', 'синіми', 'синім'),
      quality('стар', 'm'),
      quality('лакован', 'm'),
      quality('важк', 'm'),
      quality('мідн', 'm'),
      quality('щербат', 'm'),
    ],
  },
  {
    name: 'beads',
    setting: 'У скриньці лежать намистини.',
    things: { one: 'намистина', ofMany: 'намистин' },
    gender: 'f',
    terms: [
      quality('велик', 'f'),
      quality('зелен', 'f'),
      quality('склян', 'f'),
      quality('важк', 'f'),
      quality('матов', 'f'),
      quality('нов', 'f'),
      quality('довгаст', 'f'),
    ],
  },
  {
    name: 'postcards',
    setting: 'В альбомі зібрано листівки.',
    things: { one: 'листівка', ofMany: 'листівок' },
    gender: 'f',
    terms: [
      quality('стар', 'f'),
      quality('вузьк', 'f'),
      quality('святков', 'f'),
      quality('київськ', 'f'),
      quality('цупк', 'f'),
      quality('яскрав', 'f'),
      quality('зелен', 'f'),
    ],
  },
  {
    name: 'books',
    setting: 'На полиці стоять книжки.',
    things: { one: 'книжка', ofMany: 'книжок' },
    gender: 'f',
    terms: [
      quality('товст', 'f'),
      quality('стар', 'f'),
      quality('зелен', 'f'),
      quality('позичен', 'f'),
      quality('німецьк', 'f'),
      quality('дитяч', 'f'),
      quality('підписан', 'f'),
    ],
  },
]
