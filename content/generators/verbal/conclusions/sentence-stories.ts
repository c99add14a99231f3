import { people } from '../../logic/people.ts'

/** An action that somebody or something does or does not do, in the words that statements need. */
export type SentenceStory = {
  name: string
  setting: string
  /** «піде», «підуть». */
  does: string
  do: string
  /** «З двох людей принаймні одна піде». */
  pair: string
  one: string
  /** «не піде ніхто». */
  none: string
  who: readonly string[]
}

const names = people.map(({ name }) => name)
const person = { pair: 'людей', one: 'одна', who: names }

/** Nobody knows from life who does what in these stories: the premises are all that there is. */
export const sentenceStories: readonly SentenceStory[] = [
  {
    name: 'hike',
    setting: 'Друзі планують похід.',
    does: 'піде',
    do: 'підуть',
    ...person,
    none: 'не піде ніхто',
  },
  {
    name: 'party',
    setting: 'Друзів запросили на свято.',
    does: 'прийде',
    do: 'прийдуть',
    ...person,
    none: 'не прийде ніхто',
  },
  {
    name: 'concert',
    setting: 'Обирають, хто співає на концерті.',
    does: 'співає',
    do: 'співають',
    ...person,
    none: 'не співає ніхто',
  },
  {
    name: 'trip',
    setting: 'Колеги планують поїздку.',
    does: 'поїде',
    do: 'поїдуть',
    ...person,
    none: 'не поїде ніхто',
  },
  {
    name: 'game',
    setting: 'Тренер оголошує склад на гру.',
    does: 'зіграє',
    do: 'зіграють',
    ...person,
    none: 'не зіграє ніхто',
  },
  {
    name: 'lamps',
    setting: 'На пульті є лампи різних кольорів.',
    does: 'горить',
    do: 'горять',
    pair: 'ламп',
    one: 'одна',
    none: 'не горить жодна',
    who: ['червона', 'синя', 'зелена', 'жовта', 'біла', 'рожева'],
  },
  {
    name: 'places',
    setting: 'Ось що відомо про неділю в містечку.',
    does: 'працює',
    do: 'працюють',
    pair: 'закладів',
    one: 'один',
    none: 'не працює жоден заклад',
    who: ['аптека', 'пошта', 'банк', 'басейн', 'музей', 'їдальня', 'пекарня', 'ринок'],
  },
]
