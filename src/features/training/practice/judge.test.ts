import { describe, expect, it } from 'vitest'
import { keyMarker } from '#content/item.ts'
import { scoreAnswer } from '#content/score/score-answer.ts'
import type { Practice, PracticeKey, Verdict } from '#contract/practice.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { judgeAnswer } from '../../../review/judge-answer.ts'
import { withLog } from './practice-view.tsx'

const keyOf = (right: AnswerValue): PracticeKey => ({ question_id: 'q', right, explanation: 'Бо так.' })

describe('an answer that is judged on the device', () => {
  const rights: AnswerValue[] = ['a', ['a', 'b'], '12', ['12', '13'], '-0,5', 'Зв’язок', []]
  const answers: AnswerValue[] = [
    'a',
    'b',
    ['a'],
    ['b', 'a'],
    ['a', 'a', 'b'],
    '12',
    ' 13,0',
    '−0.5',
    '\u202d12\u202c',
    '\u200b',
    '１３',
    "зв'язок ",
    '1 2',
    'x',
    '',
  ]
  it.each(['single', 'multiple', 'number', 'text'] as const)(
    'the device judges every answer as the server does: %s',
    (kind) => {
      const question: Question = { id: 'q', kind, prompt: '?' }
      const said = (right: AnswerValue, given: AnswerValue) => [
        judgeAnswer(question, keyOf(right), given).correct,
        scoreAnswer(question, given, { right, explanation: '', marker: keyMarker }).type === 'right',
      ]
      const pairs = rights.flatMap((right) => answers.map((given) => said(right, given)))
      expect(pairs.filter(([here, there]) => here !== there)).toEqual([])
      expect(pairs.some(([here]) => here)).toBe(true)
    },
  )

  it('an empty answer is judged as wrong, with the right answer and its explanation', () => {
    expect(judgeAnswer({ id: 'q', kind: 'single', prompt: '?' }, keyOf('a'), null)).toEqual({
      question_id: 'q',
      right: 'a',
      explanation: 'Бо так.',
      given: null,
      correct: false,
    })
  })
})

describe('a practice with answers given on this device', () => {
  const verdict: Verdict = { ...keyOf('a'), question_id: 'q1', given: 'b', correct: false }
  const practice: Practice = {
    attempt_id: 'p',
    is_open: true,
    test: { id: 't', slug: 's', type: 'verbal', title: '' },
    questions: ['q1', 'q2', 'q3'].map((id) => ({ id, kind: 'single', prompt: id })),
    verdicts: [verdict],
  }
  const answer = (questionId: string) => ({ questionId, value: 'a', state: 'waiting', isKept: true }) as const

  it('the device judges the answers that the server lacks, and keeps the server’s verdicts', () => {
    const keys = ['q1', 'q2'].map((question_id) => ({ ...keyOf('a'), question_id }))
    const { verdicts } = withLog(practice, keys, ['q1', 'q2', 'q3'].map(answer))
    expect(verdicts.map(({ question_id, given, correct }) => [question_id, given, correct])).toEqual([
      ['q1', 'b', false],
      ['q2', 'a', true],
    ])
  })

  it('a practice without keys keeps only the server’s verdicts', () => {
    expect(withLog(practice, null, [answer('q2')])).toBe(practice)
  })
})
