import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import { ordinal } from '#contract/ordinal.ts'
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
export function statementsOf({ score, correct, total, late, version, place }: Facts): Statement[] {
  const statements: Statement[] = [
    { key: 'iq', name: 'Оцінка IQ', resultType: 'ScaledScore', value: iqNamed(score) },
    { key: 'interval', name: 'Імовірний діапазон', resultType: 'Result', value: rangeNamed(score) },
    {
      key: 'correct',
      name: 'Правильних відповідей',
      resultType: 'RawScore',
      value: String(correct),
      valueMax: String(total),
    },
    { key: whichKey, name: 'Котра це спроба', resultType: 'Result', value: `${ordinal(place)} спроба` },
    { key: 'in-time', name: 'Чи вчасно', resultType: 'Result', value: latenessNamed(late) },
    { key: 'norm', name: 'Шкала', resultType: 'Result', value: score.population },
    { key: 'precision', name: 'Точність', resultType: 'Result', value: score.calibration },
    { key: cautionKey, name: 'Застереження', resultType: 'Result', value: score.model === firstModel ? caution : '' },
    { key: 'version', name: 'Версія результату', resultType: 'Result', value: version > 1 ? String(version) : '' },
  ]
  return statements.filter(({ value }) => value !== '')
}

/** Of work that was submitted in time. */
export const inTime = 'Здано вчасно'

function latenessNamed(late: Facts['late']): string {
  if (late === null) return inTime
  const minutes = Math.ceil(late.seconds / 60)
  const by = late.seconds < 60 ? `${late.seconds} с` : `${minutes} хв`
  return `Здано із запізненням на ${by}; відповідей, що надійшли вчасно: ${late.in_time}`
}
