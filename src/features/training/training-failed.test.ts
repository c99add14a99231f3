import { describe, expect, it } from 'vitest'
import type { AttemptFailure } from '../../attempt/machine/failures.ts'
import { trainingSentence } from './training-failed.tsx'

describe('the sentence of a failed training', () => {
  it.each<[string, AttemptFailure, string]>([
    ['no reply', { kind: 'network' }, 'Network error'],
    ['a page in place of the training', { kind: 'html' }, 'Failed to load test data'],
    ['a refusal without a reason', { kind: 'refused', code: '', message: '' }, 'Failed to load test data'],
    ['a refusal with its reason', { kind: 'refused', code: 'x', message: 'Строк минув.' }, 'Строк минув.'],
    [
      'a submission refused without a reason',
      { kind: 'needs-attention', code: '', message: '' },
      'Failed to submit answers',
    ],
    ['a submission refused with a reason', { kind: 'needs-attention', code: 'x', message: 'Уже здано.' }, 'Уже здано.'],
  ])('[S8.04] a failed training shows its sentence for %s', (_, failure, sentence) => {
    expect(trainingSentence(failure)).toBe(sentence)
  })
})
