import { assembleExam } from '#content/assemble-exam.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import type { Item } from '#content/item.ts'
import type { Partition } from '#content/partition.ts'
import { ruleOf } from '#content/rule-of.ts'
import { digestsOf } from '#content/signature.ts'

export interface Repeats {
  test: string
  exams: number
  /** Exams that ask or print a pair, a rule with its numbers or an odd word twice. */
  withPairTwice: number
  /** Exams in which a rule occurs twice with the same numbers, wherever it begins. */
  withRuleTwice: number
  /** Per cent of a second exam's questions that look like one of the first: the same rule with the same length or direction. */
  secondExamLooks: number
  /** Per cent of a second exam's questions and words that the first had asked, or printed with its answer. */
  secondExamAsks: number
  secondExamWords: number
  people: number
  /** Per cent of a second exam's questions whose rule the person has met in the first exam or in ten trainings. */
  rulesMet: number
  /** Per cent of an exam's questions whose answer was in one of ten trainings, asked or as a sample. */
  seenInTrainings: number
}

const trainingsEach = 10

/** `people` people take two exams of each test, a tenth of them after ten trainings each. Avoids repeats as the server does. */
export function measureRepeats(people: number): Repeats[] {
  return Object.entries({ verbal: verbalTest, math: mathTest, logic: logicTest }).map(([test, blueprint]) => {
    const pairs = Array.from({ length: people }, (_, person) =>
      papersOf(blueprint, `repeats/${test}/${person}`, 'exam', 2),
    )
    const trained = pairs.slice(0, Math.ceil(people / 10)).map(([first, second], person) => ({
      exam: first!,
      second: second!,
      trainings: papersOf(blueprint, `repeats/${test}/${person}/training`, 'training', trainingsEach).flat(),
    }))
    const exams = pairs.flat()
    return {
      test,
      exams: exams.length,
      withPairTwice: exams.filter(asksTwice).length,
      withRuleTwice: exams.filter(goesTwice).length,
      secondExamLooks: meanShare(pairs, ([first, second]) => ({
        now: second!.map(lookOf),
        before: first!.map(lookOf),
      })),
      secondExamAsks: meanShare(pairs, ([first, second]) => ({
        now: second!.map(askedOf),
        before: first!.flatMap(factsOf),
      })),
      secondExamWords: meanShare(pairs, ([first, second]) => ({ now: wordsOf(second!), before: wordsOf(first!) })),
      people: trained.length,
      rulesMet: meanShare(trained, ({ exam, second, trainings }) => ({
        now: second.map(ruleMet),
        before: [...exam, ...trainings].map(ruleMet),
      })),
      seenInTrainings: meanShare(trained, ({ exam, trainings }) => ({
        now: exam.map(askedOf),
        before: trainings.flatMap(factsOf),
      })),
    }
  })
}

const ruleMet = (item: Item) => `${item.family} ${ruleOf(item)}`

function papersOf(blueprint: Blueprint, seed: string, partition: Partition, count: number): Item[][] {
  const papers: Item[][] = []
  for (let number = 0; number < count; number += 1) {
    const seen = new Set(papers.toReversed().flat().flatMap(digestsOf))
    papers.push([...assembleExam({ blueprint, seed: `${seed}/${number}`, partition, seen })])
  }
  return papers
}

export function asksTwice(items: readonly Item[]): boolean {
  const facts = items.flatMap(factsOf)
  return new Set(facts).size < facts.length
}

function goesTwice(items: readonly Item[]): boolean {
  const parameters = items.map((item) => item.parameters).filter((each) => each !== '')
  return new Set(parameters).size < parameters.length
}

/** For a question without words: its family, its rule, and its length or direction. */
function lookOf({ family, radicals, subject }: Item): string {
  switch (family) {
    case 'math-series':
      return `${family} ${radicals.rule} ${String(radicals.terms).split(' ').length}`
    case 'math-table':
      return `${family} ${String(radicals.rule).replace(/ .*/, '')} ${radicals.along}`
    case 'logic-matrix':
      return `${family} ${radicals.layout} ${ruleOf({ family, radicals })}`
    default:
      return `${family} ${subject}`
  }
}

/** What a question asks: for an analogy its second pair, for odd words all five. */
function askedOf(item: Item): string {
  return factsOf(item).at(-1)!
}

/** What a question tells a person who knows its answer: for an analogy both pairs, the asked one last. */
function factsOf(item: Item): string[] {
  if (item.family === 'verbal-odd-one-out') return [wordsOf([item]).toSorted().join(', ')]
  if (item.family !== 'verbal-analogy') return [...item.asks]
  const right = item.question.options!.find(({ id }) => id === item.key.right)!.text!
  const pairs = item.question.prompt.split('\n\n')[1]!.replace('?', right).split('\n')
  return pairs.map((pair) => pair.split(' — ').toSorted().join(' — '))
}

/** Words of the lexicon that a paper prints: samples, asked words and options. */
function wordsOf(items: readonly Item[]): string[] {
  const words = items.flatMap(({ family, question }) => {
    if (family !== 'verbal-analogy' && family !== 'verbal-odd-one-out') return []
    const pairs = family === 'verbal-analogy' ? question.prompt.split('\n\n')[1]!.split(/ — |\n/) : []
    return [...pairs.filter((word) => word !== '?'), ...question.options!.map(({ text }) => text!)]
  })
  return [...new Set(words)]
}

/** Per cent of `now` that was there `before`. */
function meanShare<T>(all: readonly T[], of: (each: T) => { now: string[]; before: string[] }): number {
  const shares = all.map((each) => {
    const { now, before } = of(each)
    const known = new Set(before)
    return now.length === 0 ? 0 : now.filter((one) => known.has(one)).length / now.length
  })
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length
}
