import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import { ordinal } from '#contract/ordinal.ts'
import type { PauseOfResult } from '#contract/pause.ts'
import type { Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'

/** What a certificate says about a result, in the words of the result's page. */
export interface Facts {
  testTitle: string
  testSlug: string
  /** The person's own name for themselves; empty if they gave none. */
  name: string
  score: Score
  correct: number
  total: number
  late: { seconds: number; in_time: number } | null
  pauses: readonly PauseOfResult[] | null
  takenAt: Date
  version: number
  /** Which of this person's exams of the test it is, over all purchases; 1 for the first. */
  place: number
}

/** One statement, and the kind of its value in Open Badges. */
export interface Statement {
  key: string
  name: string
  /** `ResultType` of Open Badges 3.0. */
  resultType: 'ScaledScore' | 'RawScore' | 'Result'
  value: string
  valueMax?: string
}

/** The key of the statement «Котра це спроба»; certificates of earlier releases lack it. */
export const whichKey = 'attempt'
/** The key of the warning about a score of our first rules: a certificate of such a score without it is not valid. */
export const cautionKey = 'caution'
const caution =
  'Оцінку пораховано за нашими попередніми правилами. Її діапазон завузький: у ньому майже не враховано, що складність завдань ще не перевірено на відповідях людей.'

/** All statements of a certificate, in the order in which they are read. The interval is never left out. */
export function statementsOf(facts: Facts): Statement[] {
  const { score, version } = facts
  return withoutEmpty([
    { key: 'iq', name: 'Оцінка IQ', resultType: 'ScaledScore', value: iqNamed(score) },
    { key: 'interval', name: 'Імовірний діапазон', resultType: 'Result', value: rangeNamed(score) },
    ...statementsOfWork(facts),
    { key: 'norm', name: 'Шкала', resultType: 'Result', value: score.population },
    { key: 'precision', name: 'Точність', resultType: 'Result', value: score.calibration },
    { key: cautionKey, name: 'Застереження', resultType: 'Result', value: score.model === firstModel ? caution : '' },
    { key: 'version', name: 'Версія результату', resultType: 'Result', value: version > 1 ? String(version) : '' },
  ])
}

/** The statements that an exam without a score has, too. */
export function statementsOfWork({ correct, total, late, pauses, place }: Omit<Facts, 'score' | 'name'>): Statement[] {
  const right = { value: String(correct), valueMax: String(total) }
  return withoutEmpty([
    { key: 'correct', name: 'Правильних відповідей', resultType: 'RawScore', ...right },
    { key: whichKey, name: 'Котра це спроба', resultType: 'Result', value: `${ordinal(place)} спроба` },
    { key: 'in-time', name: 'Чи вчасно', resultType: 'Result', value: latenessNamed(late) },
    { key: 'pauses', name: 'Паузи', resultType: 'Result', value: (pauses ?? []).map(pauseNamed).join(', ') },
  ])
}

const withoutEmpty = (statements: Statement[]) => statements.filter(({ value }) => value !== '')

export const inTime = 'Здано вчасно'

function latenessNamed(late: Facts['late']): string {
  if (late === null) return inTime
  return `Здано із запізненням на ${spanNamed(late.seconds)}; відповідей, що надійшли вчасно: ${late.in_time}`
}

/** During a pause the clock of the exam stood, so its time is the same. */
const pauseNamed = ({ cause, seconds }: PauseOfResult) =>
  spanNamed(seconds) + (cause === 'alarm' ? ' (повітряна тривога)' : '')

const spanNamed = (seconds: number) => (seconds < 60 ? `${seconds} с` : `${Math.ceil(seconds / 60)} хв`)
