import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { generatorOf } from '#content/generators/item-generators.ts'
import { looksBetween, relationsBetween } from '#content/generators/verbal/lexicon.ts'
import type { Item } from '#content/item.ts'
import { createRng } from '#content/rng.ts'
import { guessingOf } from '#content/score/guessing.ts'
import type { Option } from '#contract/question.ts'

/**
 * Prints how often solvers are right that do not understand the question, per cent, beside the model's guessing parameter. One
 * has learnt from `count` items with keys what right options look like: a conditional logit on the options' words, digits and
 * order, and on the level, which papers betray by their order. For analogies two others pick among the words that the lexicon
 * associates with the asked word: among all of them, or among those that look like the first pair's answer (a verb, a name,
 * another word).
 */
export function tellBlind(count: number): void {
  console.log('\nBlind, per cent            chance    trained    associates    that look alike     c of the model')
  for (const { family, answered } of blindAnswers(count)) {
    const share = (of: (answer: BlindAnswer) => number) =>
      (100 * answered.reduce((sum, answer) => sum + of(answer), 0)) / answered.length
    const ofWords = (of: (answer: BlindAnswer) => boolean) =>
      family === 'verbal-analogy' ? share((answer) => Number(of(answer))).toFixed(1) : ''
    console.log(
      `  ${family}`.padEnd(24),
      share(({ chance }) => chance)
        .toFixed(1)
        .padStart(8),
      share(({ isRight }) => Number(isRight))
        .toFixed(1)
        .padStart(10),
      ofWords(({ byAssociates }) => byAssociates).padStart(13),
      ofWords(({ byLook }) => byLook).padStart(18),
      share(({ item: { difficulty, question } }) =>
        guessingOf({ family, difficulty, question, generator: generatorVersion }),
      )
        .toFixed(1)
        .padStart(18),
    )
  }
}

/** Answers of blind solvers to one item: `isRight` of the trained one, the others of those by association. */
export interface BlindAnswer {
  item: Item
  chance: number
  isRight: boolean
  byAssociates: boolean
  byLook: boolean
}

/** For each family, with difficulties as in the papers on sale, half as many unseen items as the solver has learnt from. */
export function blindAnswers(count: number): { family: string; answered: BlindAnswer[] }[] {
  return [...difficultiesByFamily()].map(([family, difficulties]) => {
    const rng = createRng(`blind/${family}`)
    const items: Item[] = []
    while (items.length < 1.5 * count) {
      const item = generatorOf(family).generate(rng, rng.pick(difficulties))
      if (item.question.options) items.push(item)
    }
    const [learnt, unseen] = [items.slice(0, count), items.slice(count)]
    const weights = learn(learnt)
    const trained = unseen.map((item) =>
      isRight(
        item,
        featuresOf(item).map((own) => markOf(own, weights)),
        rng.pick,
      ),
    )
    const answered = unseen.map((item, i) => ({
      item,
      chance: 1 / item.question.options!.length,
      isRight: trained[i]!,
      byAssociates: family === 'verbal-analogy' && isRight(item, associated(item), rng.pick),
      byLook: family === 'verbal-analogy' && isRight(item, alikeAssociates(item), rng.pick),
    }))
    return { family, answered }
  })
}

function difficultiesByFamily(): Map<string, number[]> {
  const parts = [verbalTest, mathTest, logicTest].flatMap(({ parts: own }) => own)
  return new Map(parts.map(({ family, difficulties }) => [family, [...difficulties]]))
}

function isRight({ question, key }: Item, marks: readonly number[], pick: <T>(from: readonly T[]) => T): boolean {
  const best = Math.max(...marks)
  return pick(question.options!.filter((_, i) => marks[i]! >= best - 1e-9)).id === key.right
}

function associated({ question, radicals }: Item): number[] {
  return question.options!.map(({ text }) => (relationsBetween(String(radicals.asked), text ?? '').length > 0 ? 1 : 0))
}

/** Marks associated words that look like the first pair's answer, as a person does who ignores how that pair is related. */
export function alikeAssociates({ question, radicals }: Item): number[] {
  const [a, b] = question.prompt.split('\n\n')[1]!.split('\n')[0]!.split(' — ') as [string, string]
  const look = looksBetween(a, b)
  return question.options!.map(({ text }) => {
    const own = looksBetween(String(radicals.asked), text ?? '')
    return own.length === 0 ? 0 : own.some((each) => look.includes(each)) ? 2 : 1
  })
}

const said = ({ text, figure }: Option) => text ?? figure?.alt ?? ''

/** What each option shows without the question, each also with the level of the item. */
function featuresOf({ question, difficulty }: Item): string[][] {
  const texts = question.options!.map(said)
  const numbers = texts.map((text) => Number(text.replace('−', '-')))
  const isNumeric = numbers.every((number) => !Number.isNaN(number))
  const tokens = texts.map((text) => text.split(/[\s,]+/))
  const counts = new Map<string, number>()
  for (const token of tokens.flat()) counts.set(token, (counts.get(token) ?? 0) + 1)
  return texts.map((text, i) => {
    const own = isNumeric ? numericFeatures(numbers[i]!, numbers) : tokens[i]!.map((token) => `word ${token}`)
    const shared = tokens[i]!.reduce((sum, token) => sum + counts.get(token)!, 0) / tokens[i]!.length
    const rank = (of: (text: string) => number) => texts.filter((other) => of(other) < of(text)).length
    const plain = [...own, `shared ${Math.round(2 * shared)}`, `length ${rank((each) => each.length)}`]
    return [...plain, ...plain.map((feature) => `${feature} at ${difficulty}`)]
  })
}

function numericFeatures(number: number, among: readonly number[]): string[] {
  const size = Math.abs(number)
  const divisors = (of: number) => Array.from({ length: 12 }, (_, i) => i + 2).filter((d) => of % d === 0).length
  return [
    `rank ${among.filter((other) => other < number).length}`,
    `divisors ${among.filter((other) => divisors(Math.abs(other)) > divisors(size)).length}`,
    `last ${size % 10}`,
    `sign ${Math.sign(number)}`,
    ...[2, 3, 5].filter((d) => size % d === 0).map((d) => `by ${d}`),
    `digits ${String(size).length}`,
  ]
}

function markOf(features: readonly string[], weights: ReadonlyMap<string, number>): number {
  return features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0)
}

/** Fits a conditional logit by stochastic gradient, in eight passes over the items. */
function learn(items: readonly Item[]): Map<string, number> {
  const weights = new Map<string, number>()
  const prepared = items.map((item) => ({
    features: featuresOf(item),
    right: item.question.options!.findIndex(({ id }) => id === item.key.right),
  }))
  for (let round = 0; round < 8; round++) {
    for (const { features, right } of prepared) {
      const marks = features.map((own) => Math.exp(markOf(own, weights)))
      const total = marks.reduce((sum, mark) => sum + mark, 0)
      features.forEach((own, i) => {
        const step = (0.1 / (1 + round)) * ((i === right ? 1 : 0) - marks[i]! / total)
        for (const feature of own) weights.set(feature, (weights.get(feature) ?? 0) * 0.9999 + step)
      })
    }
  }
  return weights
}
