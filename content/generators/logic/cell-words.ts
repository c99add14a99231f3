import type { Attribute, Cell, Layout } from './cell.ts'

type Gender = 'm' | 'f'
type Noun = { one: string; few: string; many: string; gender: Gender }

export const shapeNouns: readonly Noun[] = [
  { one: 'трикутник', few: 'трикутники', many: 'трикутників', gender: 'm' },
  { one: 'квадрат', few: 'квадрати', many: 'квадратів', gender: 'm' },
  { one: 'п’ятикутник', few: 'п’ятикутники', many: 'п’ятикутників', gender: 'm' },
  { one: 'круг', few: 'круги', many: 'кругів', gender: 'm' },
  { one: 'зірка', few: 'зірки', many: 'зірок', gender: 'f' },
  { one: 'хрест', few: 'хрести', many: 'хрестів', gender: 'm' },
]

export const pointerNouns: readonly { one: string; gender: Gender }[] = [
  { one: 'стрілка', gender: 'f' },
  { one: 'кутник', gender: 'm' },
  { one: 'прапорець', gender: 'm' },
  { one: 'клин', gender: 'm' },
]

/** Masculine, feminine, nominative plural, genitive plural. */
type Adjective = readonly [string, string, string, string]

export const fillAdjectives: readonly Adjective[] = [
  ['порожній', 'порожня', 'порожні', 'порожніх'],
  ['крапчастий', 'крапчаста', 'крапчасті', 'крапчастих'],
  ['смугастий', 'смугаста', 'смугасті', 'смугастих'],
  ['суцільний', 'суцільна', 'суцільні', 'суцільних'],
]

export const sizeAdjectives: readonly Adjective[] = [
  ['крихітний', 'крихітна', 'крихітні', 'крихітних'],
  ['малий', 'мала', 'малі', 'малих'],
  ['середній', 'середня', 'середні', 'середніх'],
  ['великий', 'велика', 'великі', 'великих'],
]

export const turnWords = [
  'вгору',
  'вгору праворуч',
  'праворуч',
  'вниз праворуч',
  'вниз',
  'вниз ліворуч',
  'ліворуч',
  'вгору ліворуч',
] as const

/** The place of the dot in a cell with two layers, from the top and clockwise. */
export const placeWords = [
  'вгорі',
  'вгорі праворуч',
  'праворуч',
  'внизу праворуч',
  'внизу',
  'внизу ліворуч',
  'ліворуч',
  'вгорі ліворуч',
] as const

const countWords = ['два', 'три', 'чотири', 'п’ять', 'шість', 'сім', 'вісім', 'дев’ять'] as const

/** The drawing of a cell in words: «три смугасті квадрати», «велика порожня зірка», «суцільна стрілка вниз». */
export function saidCell({ name }: Layout, [first, second, fill]: Cell): string {
  if (name === 'group') return saidGroup(first + 1, shapeNouns[second] as Noun, fillAdjectives[fill] as Adjective)
  if (name === 'single') {
    const noun = shapeNouns[second] as Noun
    return [
      agreed(sizeAdjectives[first] as Adjective, noun),
      agreed(fillAdjectives[fill] as Adjective, noun),
      noun.one,
    ].join(' ')
  }
  if (name === 'layers') {
    return `${fillAdjectives[fill]![1]} стрілка, напрям — ${turnWords[first]}, точка — ${placeWords[second]}`
  }
  if (name === 'flag') {
    const mirrored = second === 1 ? ', віддзеркалений' : ''
    return `${fillAdjectives[fill]![0]} прапорець, напрям — ${turnWords[first]}${mirrored}`
  }
  const noun = pointerNouns[second] as (typeof pointerNouns)[number]
  return `${agreed(fillAdjectives[fill] as Adjective, noun)} ${noun.one}, напрям — ${turnWords[first]}`
}

/** The word for a value of one attribute. It agrees with the attribute's title (`attributeWords`). */
export function saidValue({ name }: Pick<Attribute, 'name'>, value: number): string {
  switch (name) {
    case 'count':
      return String(value + 1)
    case 'shape':
      return shapeNouns[value]!.one
    case 'fill':
      return fillAdjectives[value]![1]
    case 'size':
      return sizeAdjectives[value]![0]
    case 'kind':
      return pointerNouns[value]!.one
    case 'turn':
      return turnWords[value]!
    case 'place':
      return placeWords[value]!
    case 'side':
      return value === 1 ? 'дзеркальне' : 'пряме'
  }
}

function saidGroup(count: number, noun: Noun, adjective: Adjective): string {
  if (count === 1) return `${noun.gender === 'm' ? 'один' : 'одна'} ${agreed(adjective, noun)} ${noun.one}`
  const number = count === 2 && noun.gender === 'f' ? 'дві' : countWords[count - 2]
  return count < 5 ? `${number} ${adjective[2]} ${noun.few}` : `${number} ${adjective[3]} ${noun.many}`
}

function agreed(adjective: Adjective, { gender }: { gender: Gender }): string {
  return gender === 'm' ? adjective[0] : adjective[1]
}
