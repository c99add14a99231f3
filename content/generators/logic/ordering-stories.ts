import type { Person } from './people.ts'

type Said = Record<Person['gender'], string>

/**
 * What people are ordered by. Place 1 is the top. `more` and `less` stand before «за»; `first` to `last` name places
 * in the question; `top` and `bottom` name the ends.
 */
export type Story = {
  name: string
  setting: (names: string) => string
  more: Said
  less: Said
  ends: { top: Said; bottom: Said }
  /** Begins a clue that says between whom: «За зростом між …». */
  by: string
  /** Whoever is at the top. */
  winner: string
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
    by: 'За зростом',
    winner: 'Найвища людина',
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
    by: 'За віком',
    winner: 'Найстарша людина',
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
    by: 'На фініші',
    winner: 'Переможець перегонів',
    ask: (place, count) =>
      place === 1
        ? 'Хто прибіг першим?'
        : place === count
          ? 'Хто прибіг останнім?'
          : `Хто посів у перегонах ${placeWord(place)} місце?`,
  },
]
