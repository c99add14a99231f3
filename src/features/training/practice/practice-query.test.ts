import { expect, it } from 'vitest'
import type { Practice, Verdict } from '#contract/practice.ts'
import { firstOpen, withVerdict } from './practice-query.ts'

const question = (id: string) => ({ id, kind: 'number' as const, prompt: id })
const verdict = (question_id: string, given = '1'): Verdict => ({
  question_id,
  given,
  right: '1',
  correct: true,
  explanation: '',
})
const practice: Practice = {
  attempt_id: 'a',
  is_open: true,
  test: { id: 't', slug: 's', type: 'math', title: '' },
  questions: ['q1', 'q2', 'q3'].map(question),
  verdicts: [verdict('q1')],
}

it('a practice continues at the first question without an answer, or at the last question if all are answered', () => {
  expect(firstOpen(practice)).toBe(1)
  expect(firstOpen(withVerdict(practice, verdict('q3')))).toBe(1)
  expect(firstOpen(['q2', 'q3'].reduce((all, id) => withVerdict(all, verdict(id)), practice))).toBe(2)
})

it('a second verdict on a question does not replace the first', () => {
  expect(withVerdict(practice, verdict('q1', '2'))).toBe(practice)
})
