import {
  countsStops,
  type GradedItem,
  generatorOf,
  guessOf,
  notReached,
  responseOf,
} from '#content/score/grade-paper.ts'
import { iqScore } from '#content/score/iq-score.ts'
import { type ResultFile, resultFileFormat } from '#contract/result-file.ts'
import type { Score } from '#contract/result.ts'
import { allowsForNorm } from '#contract/score-model.ts'
import type { Queries } from '../../../db/connect.ts'
import { findBoughtTest } from '../../purchases/bought-test.ts'
import { type MarkedItem, readScoredExam } from './exam-review.ts'
import { overallOf } from './overall-of.ts'

type FileExam = ResultFile['exams'][number]

/**
 * The figures by which an exam's score can be computed again, with the other exams of the overall score if this is one of
 * them. Null without a score, and if the stored figures do not follow from its questions: rules before the second, or keys
 * mended since. For the owner of its purchase. Throws 404 `not_found`, 403 `foreign_purchase`.
 */
export async function resultFile(queries: Queries, attemptId: string, userId: string): Promise<ResultFile | null> {
  const exam = await findFileExam(queries, attemptId, userId)
  if (exam === null) return null
  const { overall, exams: made } = await overallOf(queries, userId)
  const isMade = made.some((each) => each.attemptId === attemptId)
  const ids = isMade ? made.map((each) => each.attemptId).filter((id) => id !== attemptId) : []
  const others = await Promise.all(ids.map((id) => findFileExam(queries, id, userId)))
  const known = others.filter((each) => each !== null)
  // If the keys of one of the others were mended since, the exam goes alone.
  const isWhole = known.length > 0 && known.length === others.length
  return { format: resultFileFormat, exams: [exam, ...(isWhole ? known : [])], overall: isWhole ? overall : null }
}

async function findFileExam(queries: Queries, attemptId: string, userId: string): Promise<FileExam | null> {
  const scored = await readScoredExam(queries, attemptId, userId)
  if (scored === null || !comesOut(scored.score, scored.marked)) return null
  const { attempt, marked, score } = scored
  const { type } = await findBoughtTest(queries, attempt.purchaseId)
  return fileExamOf({ test: type, submittedAt: attempt.submittedAt, score, marked })
}

type Marked = Pick<MarkedItem, 'mark'> & { item: GradedItem }

interface FiledExam {
  test: string
  submittedAt: Date | null
  score: Score
  marked: readonly Marked[]
}

export function fileExamOf({ test, submittedAt, score, marked }: FiledExam): FileExam {
  const questions = marked.map(({ item, mark }) => {
    const { difficulty: b, discrimination: a, guessing: c } = responseOf({ item, outcome: mark })
    return { family: item.family, b, a, c, mark }
  })
  const generator = marked[0]?.item.generator ?? null
  return { test, submitted_at: submittedAt?.toISOString() ?? null, generator, questions, score }
}

/** Whether the printed figures follow from the marks. By rules 2 a blank end counted as wrong, by 5 it may count as guesses. */
function comesOut(score: Score, marked: readonly Marked[]): boolean {
  if (!allowsForNorm(score.model)) return false
  const unreached = score.model === '2' ? 0 : notReached(marked.map(({ mark }) => mark !== 'unanswered'))
  const scored = marked.map(({ item, mark }) => ({ item, outcome: mark }))
  const [reached, blank] = [scored.slice(0, scored.length - unreached), scored.slice(scored.length - unreached)]
  const generator = generatorOf(marked.map(({ item }) => item))
  const isStopped = countsStops(generator) && score.remarks?.some(({ code }) => code === 'stopped') === true
  const responses = [...reached.map(responseOf), ...(isStopped ? blank.map(guessOf) : [])]
  const { theta, se, iq } = iqScore(responses, generator)
  return score.theta === theta && score.se === se && score.iq === iq
}
