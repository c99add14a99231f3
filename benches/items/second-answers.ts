import { continuationsOf } from '#content/generators/math/series-rules.ts'
import { solutionsOf, type Table } from '#content/generators/math/table-rules.ts'
import { wideContinuationsOf } from '#content/generators/math/wide-series-rules.ts'
import { isJudged, isLeftOut, judgementOf, mayBeReadAs } from '#content/generators/verbal/judgements.ts'
import { frames, mayStand, relationsBetween } from '#content/generators/verbal/lexicon.ts'
import { isOdd } from '#content/generators/verbal/is-odd.ts'
import type { Item } from '#content/item.ts'

const numberOf = (text: string) => Number(text.replace('−', '-'))

/**
 * Defensible answers to a question besides its key, for a visitor who reads it: for numbers by every rule of the wider grammars,
 * for words by readers' judgements, not by the lexicon that made them; an option that nobody judged counts as an answer.
 * Undefined for conclusions, figures and orders, which only one grammar solves.
 */
export function secondAnswersOf(item: Item): string[] | undefined {
  const right = rightTextOf(item)
  const answers = answersTo(item)
  if (answers === undefined) return undefined
  return answers.includes(right) ? answers.filter((answer) => answer !== right) : [...answers, `not ${right}`]
}

function rightTextOf({ question, key }: Item): string {
  const text = question.options?.find(({ id }) => id === key.right)?.text ?? String(key.right)
  return /^[−-]?\d+$/.test(text) ? String(numberOf(text)) : text
}

const relationNames = [...new Set(frames.flatMap(({ relations }) => relations.map(({ name }) => name)))]

/** Readers have judged the relations that are asked. For the others only the lexicon knows their words. */
function answers(relation: string, subject: string, option: string): boolean {
  const judgement = judgementOf(relation, subject, option)
  return judgement === undefined ? mayStand(relation, subject, option) : judgement !== 'no'
}

function answersTo({ family, question, radicals }: Item): string[] | undefined {
  const options = (question.options ?? []).map(({ text }) => text ?? '')
  switch (family) {
    case 'math-series': {
      const terms = question.prompt.split('\n\n')[1]!.split(', ').slice(0, -1).map(numberOf)
      const found = [...wideContinuationsOf(terms), ...continuationsOf(terms, Number(radicals.complexity))]
      return [...new Set(found)].map(String)
    }
    case 'math-table': {
      const numbers = question.figure!.alt.match(/\d+/g)!.map(Number)
      const table = [numbers.slice(0, 3), numbers.slice(3, 6), [...numbers.slice(6), 0]]
      return solutionsOf(table as unknown as Table).map(String)
    }
    case 'verbal-analogy': {
      const [given, asked] = question.prompt.split('\n\n')[1]!.split('\n') as [string, string]
      const [a, b] = given.split(' — ') as [string, string]
      const [subject] = asked.split(' — ') as [string]
      const main = String(radicals.relation)
      const known = relationsBetween(a, b).filter((relation) => relation !== main && isJudged(relation, subject))
      const readable = relationNames.filter((other) => other !== main && mayBeReadAs(main, other, [a, b]))
      return options.filter(
        (option) =>
          judgementOf(main, subject, option) !== 'no' ||
          [...known, ...readable].some((other) => answers(other, subject, option)),
      )
    }
    case 'verbal-odd-one-out':
      return options.filter((odd) => {
        const others = options.filter((other) => other !== odd)
        return isLeftOut(odd, others) || isOdd(odd, others)
      })
    default:
      return undefined
  }
}
