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

/** An item as stored with the attempt. `generator` is the version that made it; the earliest papers do not say it. */
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
 * Grades a whole paper. `answers` are by question id; those to questions of other papers are ignored. An unanswered question
 * counts as wrong: otherwise it would pay to answer only what one knows. Only the blank end (`notReached`) counts in the
 * model as not given. Since rules 5 it does so only if `hasTimeRunOut`; otherwise it counts as guesses.
 *
 * `arrivals` say when the first answers came to the server, as far as that is known. `clock` is what the device says of its
 * own times. Without both, no score is withheld for speed and no remark speaks of haste. The function is pure: the same input
 * always gives the same grade, so a re-score can be compared with the earlier one.
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

/** Only given answers count here: an omitted one tells nothing about guessing, speed or fit. */
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

/** The version that made a paper; 1 if the paper does not say. */
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

export function responseOf({ item, outcome }: Scored): ItemResponse {
  return {
    difficulty: item.difficulty,
    discrimination: priorDiscrimination,
    guessing: guessingOf(item),
    right: outcome === 'right',
  }
}

/** The response to a question of a blank end that was left although time remained: it counts as a guess. */
export const guessOf = (scored: Scored): ItemResponse => ({ ...responseOf(scored), isGuess: true })

/** Whether the rules for papers of this generator ask if the time had run out (rules 5). */
export const countsStops = (generator: number) => generator >= 13

/** Families in the order in which the paper first has them. */
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

/** What a person must know about how a score came about, in words without blame. */
type Remark = NonNullable<Score['remarks']>[number]

/** How a person worked through a paper, for the remarks. Counts of questions. */
type Course = {
  /** At the end, counted as not given. */
  notReached: number
  /** At the end although time was left, counted as guesses. */
  stopped: number
  /** Elsewhere without an answer, counted as wrong. */
  leftOut: number
  /** The paper's end, if answered in haste and no better than by chance; `seconds` is the mean for a question. */
  hasty: { count: number; seconds: number } | null
}

/** The remarks in reading order; [] for a person who answered everything without haste. */
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
 * The greatest part of a paper that counts as not reached. Difficulty rises, so the last third tells little about a person,
 * and leaving it out raises no score by more than a point or two. A larger part would (figures in decision 0099).
 */
const greatestUnreachedShare = 1 / 3

/**
 * Number of questions that count as not reached: the blank end after the last answer, at most the last third. All other
 * questions without an answer were left out. `isAnswered` has an entry for each question in the paper's order.
 */
export function notReached(isAnswered: readonly boolean[]): number {
  const blank = isAnswered.length - 1 - isAnswered.lastIndexOf(true)
  return Math.min(blank, Math.floor(isAnswered.length * greatestUnreachedShare))
}
