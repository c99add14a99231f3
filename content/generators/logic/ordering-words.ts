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
      return `${story.by} між ${pair} ${clue.between === 1 ? 'рівно одна людина' : 'рівно двоє людей'}.`
    }
    case 'neighbours':
      return `${story.by} між ${pairOf(one, who(clue.other), turned)} нікого немає.`
    case 'middle':
      return `${story.by} ${one.name} десь між ${pairOf(who(clue.other), who(clue.third), turned)}.`
    case 'either': {
      const other = who(clue.other)
      const [first, second] = turned ? [other, one] : [one, other]
      return `${story.winner} — ${first.name} або ${second.name}.`
    }
  }
}

/** «Олегом і Ніною», or from the other end. */
function pairOf(one: Person, other: Person, turned: boolean): string {
  const [first, second] = turned ? [other, one] : [one, other]
  return `${first.between} і ${second.between}`
}
