import { describe, expect, it } from 'vitest'
import { type AttemptFailure, buildTimeout } from '../../attempt/machine/failures.ts'
import { examFailureAdvice, examFailureSentence } from './failure-sentence.ts'

describe('[S8.10] the sentence of a failed exam', () => {
  it.each<[AttemptFailure, string]>([
    [{ kind: 'build-failed', message: '' }, 'Exam building failed'],
    [{ kind: 'build-expired' }, 'Exam building expired, please try again'],
    [buildTimeout, 'Exam building timeout after 270 seconds. Please try again.'],
    [{ kind: 'html' }, 'Замість даних сервер надіслав сторінку. Спробуйте ще раз за хвилину.'],
  ])('a person reads the sentence of the failure %o', (failure, sentence) => {
    expect(examFailureSentence(failure)).toBe(sentence)
  })

  it('the server’s own message about a failed exam replaces the fallback sentence', () => {
    expect(examFailureSentence({ kind: 'build-failed', message: 'Бракує завдань' })).toBe('Бракує завдань')
  })

  it('[S4.20] a grading that failed or expired has the specification’s sentence or the server’s, and advice what to do', () => {
    const ended = (code: string, message = ''): AttemptFailure => ({ kind: 'needs-attention', code, message })
    expect(examFailureSentence(ended('error'))).toBe('Results processing failed')
    expect(examFailureSentence(ended('expired'))).toBe('Results processing expired, please retake exam')
    expect(examFailureSentence(ended('error', 'Збій'))).toBe('Збій')
    expect(examFailureAdvice(ended('error'))).toContain('Надішліть їх ще раз')
    expect(examFailureAdvice(ended('submission_key_unknown'))).toContain('Спробуйте ще раз')
  })

  it('the advice about a failed exam is in Ukrainian, also under an English sentence', () => {
    for (const failure of [buildTimeout, { kind: 'build-expired' } as const]) {
      expect(examFailureAdvice(failure)).toMatch(/[а-яіїєґ]{4}/)
    }
  })

  it('the advice after a lost network says that the exam’s time may run, and does not call the attempt unspent', () => {
    const advice = examFailureAdvice({ kind: 'network' })
    expect(advice).toContain('Якщо екзамен уже почався, його час іде.')
    expect(advice).not.toContain('не витрачено')
  })
})
