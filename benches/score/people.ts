import { assembleExam } from '#content/assemble-exam.ts'
import { logicTest, mathTest, verbalTest } from '#content/blueprints.ts'
import { generatorVersion } from '#content/generator-version.ts'
import type { Item } from '#content/item.ts'
import { createRng } from '#content/rng.ts'
import { probabilityOfRight } from '#content/score/eap.ts'
import { type Grade, gradePaper } from '#content/score/grade-paper.ts'
import { guessingOf } from '#content/score/guessing.ts'
import { priorDiscrimination } from '#content/score/iq-score.ts'
import type { Arrival } from '#content/score/rapid-guessing.ts'
import type { Step } from '#contract/timing.ts'

/** Differences of the world from what the scoring supposes. All in logits but `slips`. */
export interface World {
  name: string
  /** Added to the difficulty of every item of a paper: a number, or a new draw from N(0, 1) for each person. */
  shift?: number | 'N(0, 1)'
  /** True part of the difference between two supposed difficulties; 1 if absent. */
  orderKept?: number
  /** Standard deviations of the errors in each item's difficulty and discrimination. */
  ownDifficulty?: number
  ownDiscrimination?: number
  discrimination?: number
  /** Share of right answers that are spoilt by a slip. */
  slips?: number
}

/** A person with a paper, who answers item by item. */
export interface Person {
  right: (item: Item, place: number) => boolean
  /** Whether the person answers the question; always if absent. */
  answers?: (place: number) => boolean
  /** Seconds for each question; unknown if absent. */
  seconds?: (place: number, item: Item) => number
  /** Whether the device reports its own times besides those of arrival. */
  hasClock?: boolean
  /** Whether the end is blank by choice, with time left. */
  hasTimeLeft?: boolean
}

export interface Papers {
  name: string
  papers: Item[][]
}

export function papersOnSale(count: number): Papers[] {
  return Object.entries({ verbal: verbalTest, math: mathTest, logic: logicTest }).map(([name, blueprint]) => ({
    name,
    papers: Array.from({ length: count }, (_, i) => [
      ...assembleExam({ blueprint, seed: `score/${name}/${i}`, partition: 'exam' }),
    ]),
  }))
}

/** Random numbers that are the same at every run. */
export function createChance(seed: string) {
  const rng = createRng(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next())
  return { ...rng, next: rng.next, normal }
}
export type Chance = ReturnType<typeof createChance>

/** Draws from N(0, 1) between two bounds. */
export function normalWithin(chance: Chance, from: number, to: number): number {
  for (;;) {
    const drawn = chance.normal()
    if (drawn >= from && drawn < to) return drawn
  }
}

/** A person who answers by the three-parameter model, in a world that differs from it. */
export function honestPerson(theta: number, world: World, chance: Chance): Person {
  const shift = world.shift === 'N(0, 1)' ? chance.normal() : (world.shift ?? 0)
  return {
    right: ({ family, difficulty, question }) => {
      const guessing = guessingOf({ family, difficulty, question, generator: generatorVersion })
      const discrimination =
        (world.discrimination ?? priorDiscrimination) + (world.ownDiscrimination ?? 0) * chance.normal()
      const p = probabilityOfRight(theta, {
        difficulty: (world.orderKept ?? 1) * difficulty + shift + (world.ownDifficulty ?? 0) * chance.normal(),
        discrimination: Math.max(0.3, discrimination),
        guessing,
      })
      return chance.next() < guessing + (p - guessing) * (1 - (world.slips ?? 0))
    },
  }
}

/** Grades a person's paper by the product's own code. */
export function grade(
  items: readonly Item[],
  { right, answers = () => true, seconds, hasClock = false, hasTimeLeft = false }: Person,
): Grade {
  const given = items.flatMap((item, place) =>
    answers(place) ? [[item.question.id, right(item, place) ? item.key.right : wrongFor(item)] as const] : [],
  )
  let at = 0
  const steps: Step[] = []
  const arrivals: Arrival[] = items.flatMap((item, place) => {
    if (seconds === undefined || !answers(place)) return []
    steps.push({ what: 'shown', place, at })
    at += Math.round(1000 * seconds(place, item))
    steps.push({ what: 'answered', place, at })
    return [{ question_id: item.question.id, device_id: 'phone', at }]
  })
  const stored = items.map(({ question, key, family, difficulty }) => ({ question, key, family, difficulty }))
  const graded = stored.map((item) => ({ ...item, generator: generatorVersion }))
  return gradePaper({
    items: graded,
    answers: new Map(given),
    arrivals,
    hasTimeRunOut: !hasTimeLeft,
    ...(hasClock && { clock: { steps, until: at + 1 } }),
  })
}

function wrongFor({ question, key }: Item): string {
  return question.options?.find(({ id }) => id !== key.right)?.id ?? '999999'
}
