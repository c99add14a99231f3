import { describe, expect, it } from 'vitest'
import type { AnswerValue, Question } from '#contract/question.ts'
import { keyMarker } from '../item.ts'
import { scoreAnswer } from './score-answer.ts'

function outcome(kind: Question['kind'], right: AnswerValue, answer: AnswerValue | undefined) {
  const key = { right, explanation: '', marker: keyMarker } as const
  return scoreAnswer({ id: 'q1', kind, prompt: '' }, answer, key).type
}

describe('scoreAnswer', () => {
  it.each(['single', 'multiple', 'number', 'text'] as const)(
    'scoreAnswer calls a missing, blank or empty answer unanswered (%s)',
    (kind) => {
      for (const answer of [undefined, '', '  ', '\u200b\u2800', []])
        expect(outcome(kind, 'a', answer)).toBe('unanswered')
    },
  )

  it.each([
    ['single', 'a', 'a', 'right'],
    ['single', 'a', 'b', 'wrong'],
    ['single', 'a', ['a'], 'wrong'],
    ['single', ['a', 'c'], 'c', 'right'],
    ['single', ['a', 'c'], 'b', 'wrong'],
    ['single', ['a', 'c'], ['a', 'c'], 'wrong'],
    ['multiple', ['a', 'b'], ['b', 'a'], 'right'],
    ['multiple', ['a', 'b'], ['a', 'b', 'a'], 'right'],
    ['multiple', ['a', 'b'], ['a'], 'wrong'],
    ['multiple', ['a', 'b'], ['a', 'b', 'c'], 'wrong'],
    ['multiple', ['a'], 'a', 'right'],
    ['number', '42', '42', 'right'],
    ['number', '42', ' 42 ', 'right'],
    ['number', '42', '+42', 'right'],
    ['number', '42', '042,0', 'right'],
    ['number', '1024', '1 024', 'right'],
    ['number', '1024', '1\u00a0024', 'right'],
    ['number', '-5', '−5', 'right'],
    ['number', '-5', '–5', 'right'],
    ['number', '-5', '- 5', 'right'],
    ['number', '42', '\u200e42', 'right'],
    ['number', '42', '42\u200b', 'right'],
    ['number', '42', '4\u20602', 'right'],
    ['number', '42', '\u202d42\u202c', 'right'],
    ['number', '42', '4\u00ad2', 'right'],
    ['number', '42', '42\ufe0e', 'right'],
    ['number', '42', '４２', 'right'],
    ['number', '-4.5', '\u2066－４，５\u2069', 'right'],
    ['number', '-5', '‑5', 'right'],
    ['number', '52', '5²', 'wrong'],
    ['number', '-5', '5', 'wrong'],
    ['number', '0', '-0', 'right'],
    ['number', '2.5', '2,5', 'right'],
    ['number', '42', '42 яблука', 'wrong'],
    ['number', '42', '0x2a', 'wrong'],
    ['number', '42', '4e1', 'wrong'],
    ['number', '42', 'Infinity', 'wrong'],
    ['number', '42', ['42'], 'wrong'],
    ['number', ['42', '-5'], '−5', 'right'],
    ['number', ['42', '-5'], '5', 'wrong'],
    ['number', ['42', '-5'], 'сорок два', 'wrong'],
    ['text', 'п’ять', "П'ЯТЬ", 'right'],
    ['text', 'п’ять', ' пʼять ', 'right'],
    ['text', 'Київ', 'київ', 'right'],
    ['text', 'Київ', 'Ки\u0456\u0308\u00adв\u200b', 'right'],
    ['text', 'два слова', 'два   слова', 'right'],
    ['text', 'Київ', 'Киів', 'wrong'],
  ] as const)('scoreAnswer of %s: key %j, answer %j → %s', (kind, right, answer, expected) => {
    expect(outcome(kind, right as AnswerValue, answer as AnswerValue)).toBe(expected)
  })
})
