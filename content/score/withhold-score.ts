import { greatestByChance } from './chance.ts'

export type WithheldCode =
  | 'sample_too_short'
  | 'too_few_answers'
  | 'not_above_chance'
  | 'answered_too_fast'
  | 'unusual_pattern'
  | 'too_imprecise'

export type Withheld = { code: WithheldCode; text: string }

export type Evidence = {
  total: number
  answered: number
  /** The probability that a blind choice would do at least as well with the given answers. */
  byChance: number
  /** A lower bound on the answers that were faster than the question can be read. */
  rapid: number
  /** lz*, see person-fit.ts. */
  fit: number
  /** The estimate, in standard deviations. */
  theta: number
  /** The reliability of the estimate, 0 to 1. */
  reliability: number
}

/** Fewer questions than this make a sample, not a measurement. */
const fewestQuestions = 12
/** More rapid answers than this share of the paper: effort too low for a score (response-time effort, Wise & Kong, 2005). */
export const greatestRapidShare = 0.1
/** One in 700 people is below if the true order of difficulties is half the supposed one; almost nobody if both are equal. */
const leastFit = -3
/** A person at or above the middle has shown enough: no pattern of wrong answers takes their score away. */
const middle = 0
/** Below this reliability, more of the variance between people is unknown than known. */
const leastReliability = 0.5

const texts: Readonly<Record<WithheldCode, string>> = {
  sample_too_short: 'Це коротка проба: запитань замало, щоб обчислити оцінку IQ. Повний тест має 30 запитань.',
  too_few_answers: 'Оцінку IQ не обчислено: відповіді дано менш ніж на третину запитань.',
  not_above_chance:
    'Правильних відповідей приблизно стільки, скільки можна вгадати навмання, тож число нічого не сказало б про вас. Так буває від утоми чи поспіху або коли завдання зовсім незвичні.',
  answered_too_fast:
    'Чимало відповідей надійшло швидше, ніж можна прочитати запитання, тож число нічого не сказало б про вас. Часу досить: над кожним завданням можна спокійно подумати.',
  unusual_pattern:
    'Багато важких завдань розв’язано, а багато легких ні, і одне число цього не передало б. Так буває, коли щось відволікло або умову зрозуміли інакше.',
  too_imprecise: 'Оцінку IQ не обчислено: за цими відповідями похибка завелика, щоб назвати число.',
}

/** Why a score is withheld, in words without blame; undefined if it is given. */
export function reasonToWithhold(evidence: Evidence): Withheld | undefined {
  const code = codeOf(evidence)
  return code && { code, text: texts[code] }
}

function codeOf({ total, answered, byChance, rapid, fit, theta, reliability }: Evidence): WithheldCode | undefined {
  if (total < fewestQuestions) return 'sample_too_short'
  if (answered * 3 < total) return 'too_few_answers'
  if (byChance > greatestByChance) return 'not_above_chance'
  if (rapid > greatestRapidShare * total) return 'answered_too_fast'
  if (theta < middle && fit < leastFit) return 'unusual_pattern'
  if (reliability < leastReliability) return 'too_imprecise'
  return undefined
}
