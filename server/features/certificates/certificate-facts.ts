import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import { ordinal } from '#contract/ordinal.ts'
import type { PauseOfResult } from '#contract/pause.ts'
import type { Score } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'

/** What a certificate says of a result, in the words of the result's page. */
export interface Facts {
  testTitle: string
  testSlug: string
  /** As the person calls themself; empty where they do not. */
  name: string
  score: Score
  correct: number
  total: number
  late: { seconds: number; in_time: number } | null
  pauses: readonly PauseOfResult[] | null
  takenAt: Date
  version: number
  /** Which of this person's exams of the test it is, whatever they were bought by; 1 for the first. */
  place: number
}

/** One statement: what is said, and how Open Badges call that kind of value. */
export interface Statement {
  key: string
  name: string
  /** Of Open Badges 3.0, «ResultType». */
  resultType: 'ScaledScore' | 'RawScore' | 'Result'
  value: string
  valueMax?: string
}

/** Under which key it says which attempt it is of; certificates of earlier releases do not. */
export const whichKey = 'attempt'
/** Under which key a score of our first rules bears its warning: a certificate of one that has none does not hold. */
export const cautionKey = 'caution'
const caution =
  'Оцінку пораховано за нашими попередніми правилами. Її діапазон завузький: у ньому майже не враховано, що складність завдань ще не перевірено на відповідях людей.'

/** Everything that the certificate says of the result, in the order in which it is read. The interval is never left out. */
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

/** What is said of an exam also where it has no score. */
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

/** Of work that was submitted in time. */
export const inTime = 'Здано вчасно'

function latenessNamed(late: Facts['late']): string {
  if (late === null) return inTime
  return `Здано із запізненням на ${spanNamed(late.seconds)}; відповідей, що надійшли вчасно: ${late.in_time}`
}

/** During a pause the clock of the exam stood: the time that it had is the same. */
const pauseNamed = ({ cause, seconds }: PauseOfResult) =>
  spanNamed(seconds) + (cause === 'alarm' ? ' (повітряна тривога)' : '')

const spanNamed = (seconds: number) => (seconds < 60 ? `${seconds} с` : `${Math.ceil(seconds / 60)} хв`)
