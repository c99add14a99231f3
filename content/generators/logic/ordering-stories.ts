import type { Person } from './people.ts'

type Said = Record<Person['gender'], string>

/** The quality that orders people; place 1 is the top. `more` and `less` come before «за»; `ends` names both ends. */
export type Story = {
  name: string
  setting: (names: string) => string
  more: Said
  less: Said
  ends: { top: Said; bottom: Said }
  /** The beginning of a clue of distance: «За зростом між …». */
  by: string
  /** Clues: somebody is between a pair, adjacent or not; nobody is; one of two is at the top. */
  amid: (one: Person, pair: string) => string
  nobody: (pair: string) => string
  winner: (one: string, other: string) => string
  ask: (place: number, count: number) => string
}

const ordinals = ['', 'перше', 'друге', 'третє', 'четверте', 'п’яте', 'шосте']
const placeWord = (place: number) => ordinals[place] as string

export const stories: readonly Story[] = [
  {
    name: 'height',
    setting: (names) => `${names} — усі різного зросту.`,
    more: { m: 'вищий', f: 'вища' },
    less: { m: 'нижчий', f: 'нижча' },
    ends: { top: { m: 'найвищий', f: 'найвища' }, bottom: { m: 'найнижчий', f: 'найнижча' } },
    by: 'За зростом між',
    amid: ({ name }, pair) => `За зростом ${name} десь між ${pair}.`,
    nobody: (pair) => `За зростом між ${pair} нікого немає.`,
    winner: (one, other) => `Найвища серед них людина — або ${one}, або ${other}.`,
    ask: (place, count) =>
      place === 1
        ? 'Хто з них найвищий на зріст?'
        : place === count
          ? 'Хто з них найнижчий на зріст?'
          : `Хто посідає ${placeWord(place)} місце за зростом, якщо рахувати від найвищого?`,
  },
  {
    name: 'age',
    setting: (names) => `${names} — усі різного віку.`,
    more: { m: 'старший', f: 'старша' },
    less: { m: 'молодший', f: 'молодша' },
    ends: { top: { m: 'найстарший', f: 'найстарша' }, bottom: { m: 'наймолодший', f: 'наймолодша' } },
    by: 'За віком між',
    amid: ({ name }, pair) => `За віком ${name} десь між ${pair}.`,
    nobody: (pair) => `За віком між ${pair} нікого немає.`,
    winner: (one, other) => `Найстарша серед них людина — або ${one}, або ${other}.`,
    ask: (place, count) =>
      place === 1
        ? 'Хто з них найстарший за віком?'
        : place === count
          ? 'Хто з них наймолодший за віком?'
          : `Хто посідає ${placeWord(place)} місце за віком, якщо рахувати від найстаршого?`,
  },
  {
    name: 'race',
    setting: (names) => `У перегонах бігли ${names}. Ніхто не фінішував одночасно.`,
    more: { m: 'прибіг раніше', f: 'прибігла раніше' },
    less: { m: 'прибіг пізніше', f: 'прибігла пізніше' },
    ends: {
      top: { m: 'прибіг першим', f: 'прибігла першою' },
      bottom: { m: 'прибіг останнім', f: 'прибігла останньою' },
    },
    by: 'На фініші між',
    amid: ({ name, gender }, pair) => `${name} ${gender === 'f' ? 'прибігла' : 'прибіг'} десь між ${pair}.`,
    nobody: (pair) => `Між ${pair} ніхто не прибіг.`,
    winner: (one, other) => `Перегони виграв хтось із двох: ${one} або ${other}.`,
    ask: (place, count) =>
      place === 1
        ? 'Хто прибіг першим?'
        : place === count
          ? 'Хто прибіг останнім?'
          : `Хто посів у перегонах ${placeWord(place)} місце?`,
  },
]
