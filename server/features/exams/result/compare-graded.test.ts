import { describe, expect, it } from 'vitest'
import type { AnswerEvent, Question } from '#contract/question.ts'
import { digest } from '../../../config/secrets.ts'
import { canonical } from './acceptance-receipt.ts'
import { type ClosedAnswers, compareGraded } from './compare-graded.ts'
import type { PaperItem } from '../paper/paper-store.ts'

const event = (question_id: string, value: string | null): AnswerEvent => ({
  question_id,
  value,
  epoch: 1,
  seq: 1,
  device_id: 'phone',
})
const receiptOf = (answers: { question_id: string; value: string }[]) =>
  `e30.${Buffer.from(JSON.stringify({ digest: digest(canonical(answers)) })).toString('base64url')}.x`
const item = (id: string, right: string) =>
  ({
    question: { id, kind: 'single', options: [{ id: 'a' }, { id: 'b' }] } as unknown as Question,
    key: { right },
  }) as unknown as PaperItem

const answers = [
  { question_id: 'q1', value: 'a' },
  { question_id: 'q2', value: 'b' },
]
const whole: ClosedAnswers = {
  winners: [event('q2', 'b'), event('q1', 'a'), event('q3', null)],
  submitted: answers,
  receipt: receiptOf(answers),
  graded: { correct: 2, total: 3, items: [item('q1', 'a'), item('q2', 'b'), item('q3', 'a')] },
}

describe('graded answers against acknowledged ones', () => {
  it('compareGraded finds no difference in any order of answers, and counts a withdrawn answer as none', () => {
    expect(compareGraded(whole)).toBeNull()
    expect(compareGraded({ ...whole, graded: null })).toBeNull()
  })

  it.each<[what: string, change: Partial<ClosedAnswers>, kinds: string[], questionIds: string[]]>([
    [
      'an acknowledged answer that was not closed',
      { winners: [...whole.winners.slice(0, 2), event('q3', 'a')] },
      ['submission', 'receipt', 'grade'],
      ['q3'],
    ],
    ['a closed answer that nobody gave', { winners: [event('q1', 'a')] }, ['submission', 'receipt', 'grade'], ['q2']],
    ['another value', { submitted: [answers[0]!, { question_id: 'q2', value: 'a' }] }, ['submission'], ['q2']],
    ['a receipt of other answers', { receipt: receiptOf(answers.slice(1)) }, ['receipt'], []],
    ['a receipt that cannot be read', { receipt: 'none' }, ['receipt'], []],
    ['a right answer that is not counted', { graded: { ...whole.graded!, correct: 1 } }, ['grade'], []],
    ['a question that is not counted', { graded: { ...whole.graded!, total: 2 } }, ['grade'], []],
  ])('compareGraded reports %s', (_, change, kinds, questionIds) => {
    expect(compareGraded({ ...whole, ...change })).toEqual({ kinds, questionIds })
  })
})
