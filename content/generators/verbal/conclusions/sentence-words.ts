import { type Combination, is, isSo, type Literal } from './combinations.ts'
import type { SentenceStatement } from './sentence-statements.ts'
import type { SentenceStory } from './sentence-stories.ts'

/** The persons of a puzzle, by number. */
export type SentenceCast = { story: SentenceStory; who: readonly string[] }

/** A premise as a sentence without its full stop. */
export function saidSentence(statement: SentenceStatement, cast: SentenceCast): string {
  const { story, who } = cast
  const nameOf = ({ of }: Literal) => who[of] as string
  const { sort, one } = statement
  switch (sort) {
    case 'fact':
      return capital(saidLiteral(one, cast))
    case 'if':
      return `Якщо ${saidCondition(one, cast)}, то ${saidResult(statement.other, one.is, cast)}`
    case 'only-if':
      return capital(`${saidLiteral(one, cast)} тільки тоді, коли ${saidCondition(statement.other, cast)}`)
    case 'or':
    case 'xor': {
      const count = sort === 'or' ? 'принаймні' : 'рівно'
      const doing = one.is ? story.does : `не ${story.does}`
      return `З двох ${story.pair} ${count} ${story.one} ${doing}: ${nameOf(one)} чи ${nameOf(statement.other)}`
    }
    case 'if-both': {
      const [first, second] = [nameOf(one), nameOf(statement.two)]
      const both = one.is ? `${story.do} і ${first}, і ${second}` : `не ${story.do} ні ${first}, ні ${second}`
      return `Якщо ${both}, то ${saidResult(statement.other, one.is, cast)}`
    }
  }
}

/** «піде Марта», «Марта не піде». */
function saidCondition(literal: Literal, cast: SentenceCast): string {
  return literal.is ? `${cast.story.does} ${cast.who[literal.of]}` : saidLiteral(literal, cast)
}

/** «Олег теж піде», if the condition says the same of another person. */
function saidResult({ of, is: holds }: Literal, isLike: boolean, { story, who }: SentenceCast): string {
  if (isLike !== holds) return saidCondition({ of, is: holds }, { story, who })
  return `${who[of]} теж ${holds ? '' : 'не '}${story.does}`
}

/** «Марта не піде». */
export function saidLiteral({ of, is: holds }: Literal, { story, who }: SentenceCast): string {
  return `${who[of]} ${holds ? '' : 'не '}${story.does}`
}

/** The persons who do it, and no others: «підуть лише Марта й Олег». */
export function saidWorld(world: Combination, { story, who }: SentenceCast): string {
  const present = who.filter((_, of) => isSo(is(of), world))
  if (present.length === 0) return story.none
  if (present.length === 1) return `${story.does} лише ${present[0]}`
  return `${story.do} лише ${present.slice(0, -1).join(', ')} та ${present.at(-1)}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
