import type { Score } from '#contract/result.ts'

export type Withheld = { code: 'sample_too_short' | 'too_few_answers' | 'too_imprecise'; text: string }

/** Fewer questions than this make a sample, not a measurement. */
const fewestQuestions = 12
/** Beyond this, in IQ points, the 95 % interval covers more than half of the scale that people care about. */
const greatestSe = 11.5

/** Why a score is not given, or undefined when it may be. */
export function reasonToWithhold({
  total,
  answered,
  score,
}: {
  total: number
  answered: number
  score: Score
}): Withheld | undefined {
  if (total < fewestQuestions) {
    return {
      code: 'sample_too_short',
      text: 'Це коротка проба: запитань замало, щоб обчислити показник IQ. Повний тест має 30 запитань.',
    }
  }
  if (answered * 3 < total) {
    return {
      code: 'too_few_answers',
      text: 'Показник IQ не обчислено: відповіді надано менш ніж на третину запитань.',
    }
  }
  if (score.se > greatestSe) {
    return {
      code: 'too_imprecise',
      text: 'Показник IQ не обчислено: за цими відповідями похибка завелика, щоб назвати число.',
    }
  }
  return undefined
}
