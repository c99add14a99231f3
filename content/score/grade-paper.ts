import type { AnswerValue, Question } from '#contract/question.ts'
import type { Score } from '#contract/result.ts'
import { familyTitle } from '../families.ts'
import type { ItemKey } from '../item.ts'
import type { AnswerScore } from './answer-score.ts'
import { probabilityOfSuchSuccess } from './chance.ts'
import { type DeviceClock, type Pace, paceByClock } from './device-clock.ts'
import type { ItemResponse } from './eap.ts'
import { chanceOf, guessingOf } from './guessing.ts'
import { iqScore, priorDiscrimination } from './iq-score.ts'
import { personFit } from './person-fit.ts'
import { type Arrival, type Judged, rapidAnswers } from './rapid-guessing.ts'
import { scoreAnswer } from './score-answer.ts'
import { type Evidence, reasonToWithhold, type Withheld } from './withhold-score.ts'

/** An item as it was stored with the attempt. `generator`: the version that made it, unknown of the earliest papers. */
export type GradedItem = { question: Question; key: ItemKey; family: string; difficulty: number; generator?: number }

export type Grade = {
  correct: number
  total: number
  score: Score | null
  score_withheld: Withheld | null
  by_family: { family: string; title: string; correct: number; total: number }[]
  rows: { question_id: string; correct: boolean }[]
}

/**
 * Grades a whole paper; `answers` are by question id, and answers to questions that are not of the paper are ignored.
 * An unanswered question counts as not right: else it would pay to answer only what one knows. Only the blank end of a paper
 * counts in the model as not given, up to its last third (`notReached`), and since rules 5 only where `hasTimeRunOut`; else as guesses.
 *
 * `arrivals` are when the first answers to questions came, as far as that is known and speed tells anything; `clock` is what the
 * device itself says of its times, where it does. Without both no score is withheld for speed, and haste is not told. Pure: the
 * same input gives the same grade for ever, so a re-score can be compared with what stood before.
 */
export function gradePaper({
  items,
  answers,
  arrivals = [],
  clock = noClock,
  hasTimeRunOut = true,
}: {
  items: readonly GradedItem[]
  answers: ReadonlyMap<string, AnswerValue>
  arrivals?: readonly Arrival[]
  clock?: DeviceClock
  hasTimeRunOut?: boolean
}): Grade {
  const scored = items.map((item) => ({
    item,
    outcome: scoreAnswer(item.question, answers.get(item.question.id), item.key).type,
  }))
  const unreached = notReached(scored.map(({ outcome }) => outcome !== 'unanswered'))
  const reached = scored.slice(0, scored.length - unreached)
  const isStopped = unreached > 0 && !hasTimeRunOut && countsStops(generatorOf(items))
  const guesses = isStopped ? scored.slice(reached.length).map(guessOf) : []
  const score = iqScore([...reached.map(responseOf), ...guesses], generatorOf(items))
  const pace = paceOf(scored, arrivals, clock)
  const { theta, reliability } = score
  const withheld = reasonToWithhold({ ...evidenceOf(scored, arrivals, pace), theta, reliability }) ?? null
  const leftOut = reached.filter(({ outcome }) => outcome === 'unanswered').length
  const remarks = remarksOn({
    ...(isStopped ? { notReached: 0, stopped: unreached } : { notReached: unreached, stopped: 0 }),
    leftOut,
    hasty: pace.hasty,
  })
  const rows = scored.map(({ item, outcome }) => ({ question_id: item.question.id, correct: outcome === 'right' }))
  return {
    correct: rows.filter(({ correct }) => correct).length,
    total: items.length,
    score: withheld ? null : { ...score, ...(remarks.length > 0 && { remarks }) },
    score_withheld: withheld,
    by_family: byFamily(items, rows),
    rows,
  }
}

type Scored = { item: GradedItem; outcome: AnswerScore['type'] }

/** What was left out says nothing of guessing, speed or fit: only given answers are looked at for these. */
function evidenceOf(
  scored: readonly Scored[],
  arrivals: readonly Arrival[],
  pace: Pace,
): Omit<Evidence, 'theta' | 'reliability'> {
  const given = scored.filter(({ outcome }) => outcome !== 'unanswered')
  const judged = new Map(given.map((each) => [each.item.question.id, judgedOf(each)]))
  const chosen = given.map(({ item, outcome }) => ({
    difficulty: item.difficulty,
    chance: chanceOf(item.question),
    right: outcome === 'right',
  }))
  return {
    total: scored.length,
    answered: given.length,
    byChance: probabilityOfSuchSuccess(chosen),
    rapid: Math.max(rapidAnswers(arrivals, judged), pace.rapid),
    fit: personFit(given.map(responseOf)),
  }
}

/** The version that made a paper; the earliest do not say theirs. */
export const generatorOf = (items: readonly GradedItem[]) => items[0]?.generator ?? 1

const judgedOf = ({ item, outcome }: Scored): Judged => ({
  family: item.family,
  right: outcome === 'right',
  chance: chanceOf(item.question),
})

const noClock: DeviceClock = { steps: [], until: Number.POSITIVE_INFINITY }

function paceOf(scored: readonly Scored[], arrivals: readonly Arrival[], clock: DeviceClock): Pace {
  const judged = scored.flatMap((each, place) =>
    each.outcome === 'unanswered' ? [] : [[place, { ...judgedOf(each), question_id: each.item.question.id }] as const],
  )
  return paceByClock(clock, arrivals, new Map(judged))
}

/** What the model sees of a question. */
export function responseOf({ item, outcome }: Scored): ItemResponse {
  return {
    difficulty: item.difficulty,
    discrimination: priorDiscrimination,
    guessing: guessingOf(item),
    right: outcome === 'right',
  }
}

/** What the model sees of a question in a blank end that its person chose. */
export const guessOf = (scored: Scored): ItemResponse => ({ ...responseOf(scored), isGuess: true })

/** Whether papers of this generator are scored by rules that ask whether time had run out. */
export const countsStops = (generator: number) => generator >= 13

/** In the order in which the families first come in the paper. */
function byFamily(items: readonly GradedItem[], rows: Grade['rows']): Grade['by_family'] {
  const families = [...new Set(items.map(({ family }) => family))]
  return families.map((family) => {
    const own = rows.filter((_, i) => items[i]?.family === family)
    return {
      family,
      title: familyTitle(family),
      correct: own.filter(({ correct }) => correct).length,
      total: own.length,
    }
  })
}

/** Beside a score: what somebody must know of how it came about, in words without blame. */
type Remark = NonNullable<Score['remarks']>[number]

/** How a paper was worked through, as far as it has to be said. Counts of questions. */
type Course = {
  /** At the end, and counted as not given. */
  notReached: number
  /** At the end, while time was left, and counted as guesses. */
  stopped: number
  /** Without an answer, and counted as wrong. */
  leftOut: number
  /** Its end, where that was answered in haste and no better than by chance; `seconds` a question. */
  hasty: { count: number; seconds: number } | null
}

/** In the order in which they are read; none for who has answered everything at leisure. */
function remarksOn({ notReached, stopped, leftOut, hasty }: Course): Remark[] {
  const remarks: (Remark | false)[] = [
    notReached > 0 && {
      code: 'not_reached',
      text: `Порожнього кінця роботи (останніх завдань: ${notReached}) помилкою не вважаємо: оцінку пораховано за рештою. Що менше відповідей, то менш певна оцінка.`,
    },
    stopped > 0 && {
      code: 'stopped',
      text: `Останні завдання (${stopped}) лишилися порожніми, хоча час ще був. Рахуємо їх так, ніби відповіді на них угадано навмання.`,
    },
    leftOut > 0 && {
      code: 'left_out',
      text: `Пропусків, які вважаємо помилками: ${leftOut}. Не вважаємо помилкою лише кінця роботи, на який забракло часу, щонайбільше третини завдань. Тож оцінка може бути нижчою за ваш рівень.`,
    },
    hasty !== null && {
      code: 'hasty_end',
      text: `Останні відповіді (${hasty.count}) дано дуже швидко, у середньому за ${hasty.seconds}\u00a0с, і правильних серед них приблизно стільки, скільки можна вгадати навмання. Якщо ви поспішали, оцінка, ймовірно, нижча за ваш рівень.`,
    },
  ]
  return remarks.filter((remark) => remark !== false)
}

/**
 * The greatest part of a paper that may count as not reached. Papers rise in difficulty, so what the last third would have said
 * of somebody is little, and leaving it out raises nobody's score by more than a point or two; with more of it left out it would
 * (decision 0099 has the figures).
 */
const greatestUnreachedShare = 1 / 3

/**
 * How many questions at the end of a paper count as not reached: those after the last that was answered, but never more than the
 * last third. All other questions without an answer were left out. `isAnswered`: of each question in the paper's order.
 */
export function notReached(isAnswered: readonly boolean[]): number {
  const blank = isAnswered.length - 1 - isAnswered.lastIndexOf(true)
  return Math.min(blank, Math.floor(isAnswered.length * greatestUnreachedShare))
}
