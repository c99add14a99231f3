import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../messages/catalog.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { calendar, clock, list, repeat } from '../ui/icons/page-drawings.ts'
import styles from './test-facts.module.css'
import testMiniatureStyles from './test-miniature.module.css'

/** A test's facts before its price: questions, time, attempts, days. */
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

/** A decoration: miniature items of a test's kind; nothing for an unknown kind. */
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
