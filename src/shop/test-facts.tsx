import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../messages/catalog.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { calendar, clock, list, repeat } from '../ui/icons/page-drawings.ts'
import styles from './test-facts.module.css'
import testMiniatureStyles from './test-miniature.module.css'

/** How long, how many, how often: what a person wants to know of a test before its price. */
export function TestFacts({ test }: { test: Test }) {
  const { question_count, duration_minutes, exam_attempts, validity_days } = test
  return (
    <ul className={styles.facts}>
      {question_count != null && (
        <li>
          <Icon drawing={list} size={20} /> <span>{catalogTexts.questions(question_count)}</span>
        </li>
      )}
      {duration_minutes != null && (
        <li>
          <Icon drawing={clock} size={20} /> <span>{catalogTexts.minutes(duration_minutes)}</span>
        </li>
      )}
      {exam_attempts != null && (
        <li>
          <Icon drawing={repeat} size={20} /> <span>{catalogTexts.attempts(exam_attempts)}</span>
        </li>
      )}
      {validity_days != null && (
        <li>
          <Icon drawing={calendar} size={20} /> <span>{catalogTexts.validity(validity_days)}</span>
        </li>
      )}
    </ul>
  )
}

const cells = { verbal: ['кіт', 'пес', 'дуб'], math: ['3', '6', '12', '?'], logic: ['', ' ', '  ', '?'] } as const

/** What the tasks of a test look like, small enough for its card; of a kind that is not known, nothing. Decoration. */
export function TestMiniature({ type }: { type: string | null | undefined }) {
  const row = Object.hasOwn(cells, String(type)) ? cells[type as keyof typeof cells] : []
  return (
    <span
      className={`${testMiniatureStyles.row} ${type === 'logic' ? testMiniatureStyles.pies : ''}`}
      data-kind={type}
      aria-hidden="true"
    >
      {row.map((cell) => (
        <i key={cell}>{cell}</i>
      ))}
    </span>
  )
}
