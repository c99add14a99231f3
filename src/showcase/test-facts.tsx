import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../messages/catalog.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { calendar, clock, list, repeat } from '../ui/icons/page-drawings.ts'
import styles from './test-facts.module.css'

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
