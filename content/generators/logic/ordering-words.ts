import type { Clue } from './ordering-clues.ts'
import type { Story } from './ordering-stories.ts'
import type { Person } from './people.ts'

/** A clue in words. `turned` says a comparison from its other end: «Б нижчий за А» for «А вищий за Б». */
export function saidClue(clue: Clue, who: (number: number) => Person, story: Story, turned: boolean): string {
  const one = who(clue.one)
  switch (clue.sort) {
    case 'above': {
      const other = who(clue.other)
      return turned
        ? `${other.name} ${story.less[other.gender]} за ${one.than}.`
        : `${one.name} ${story.more[one.gender]} за ${other.than}.`
    }
    case 'next-above': {
      const other = who(clue.other)
      return `${one.name} ${story.more[one.gender]} за ${other.than}, і між ними нікого немає.`
    }
    case 'not-top':
      return `${one.name} не ${story.ends.top[one.gender]}.`
    case 'not-bottom':
      return `${one.name} не ${story.ends.bottom[one.gender]}.`
    case 'apart': {
      const pair = pairOf(one, who(clue.other), turned)
      return `${story.by} ${pair} ${clue.between === 1 ? 'рівно одна людина' : 'рівно двоє людей'}.`
    }
    case 'neighbours':
      return story.nobody(pairOf(one, who(clue.other), turned))
    case 'middle':
      return story.amid(one, pairOf(who(clue.other), who(clue.third), turned))
    case 'either': {
      const [first, second] = turned ? [who(clue.other), one] : [one, who(clue.other)]
      return story.winner(first.name, second.name)
    }
  }
}

/** «Олегом та Ніною», or in the other order. */
function pairOf(one: Person, other: Person, turned: boolean): string {
  const [first, second] = turned ? [other, one] : [one, other]
  return joined(first.between, second.between)
}

/** Joins two names, or a list and its last name. */
export const joined = (first: string, last: string) => `${first} ${last.startsWith('Т') ? 'і' : 'та'} ${last}`
