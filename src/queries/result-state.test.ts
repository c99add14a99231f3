import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { areaBetween, scale, size, xOf, yOf } from '#contract/bell-path.ts'
import { resultState } from './result-state.ts'

const result = (attempt_id: string): Result => ({ status: 'completed', attempt_id, correct: 1, total: 2 })

describe('what the result page shows', () => {
  it('the result page shows the newest result and the earlier ones', () => {
    expect(resultState([result('b'), result('a')], result('b'))).toEqual({
      kind: 'results',
      newest: result('b'),
      earlier: [result('a')],
    })
  })

  it('[S4.20] the result page waits while the newest attempt is graded, although an earlier one has a result', () => {
    expect(resultState([result('a')], { status: 'processing' })).toEqual({
      kind: 'processing',
      attemptId: null,
      earlier: [result('a')],
      asked: 0,
      receipt: null,
      isPage: false,
    })
  })

  it('the result page shows a grade that came after the list was read, and sorts the results by their time', () => {
    const at = (attempt_id: string, submitted_at: string) => ({ ...result(attempt_id), submitted_at })
    const [first, training, second] = [
      at('a', '2026-11-20T10:00:00.000Z'),
      at('t', '2026-11-22T10:00:00.000Z'),
      at('b', '2026-11-21T10:00:00.000Z'),
    ]
    expect(resultState([first], second)).toEqual({ kind: 'results', newest: second, earlier: [first] })
    expect(resultState([training, first], second)).toMatchObject({ newest: training, earlier: [second, first] })
  })

  it('the result page says why there is no result, and keeps the results of earlier attempts', () => {
    expect(resultState([result('a')], { status: 'expired', message: 'Спробу повернено.' })).toEqual({
      kind: 'failed',
      status: 'expired',
      message: 'Спробу повернено.',
      earlier: [result('a')],
    })
    expect(resultState(null, { status: 'error' })).toMatchObject({ kind: 'failed', message: '', earlier: [] })
    expect(resultState([], null)).toEqual({ kind: 'none' })
    expect(resultState(null, null)).toEqual({ kind: 'none' })
  })

  it('the result page works with a server that has no list and says only that the grading is done', () => {
    expect(resultState(null, result('a'))).toEqual({ kind: 'results', newest: result('a'), earlier: [] })
    const nothing = { kind: 'bare', message: '', correct: null, total: null }
    expect(resultState(null, { status: 'completed' })).toEqual(nothing)
    const plain = { status: 'success', message: 'Зараховано', correct: 2, total: 3 }
    expect(resultState(null, plain)).toEqual({ kind: 'bare', message: 'Зараховано', correct: 2, total: 3 })
  })
})

describe('the bell curve', () => {
  it('the bell curve is highest at 100 and keeps every score within the drawing', () => {
    expect(yOf(100)).toBeLessThan(yOf(99))
    expect(yOf(85)).toBeCloseTo(yOf(115))
    expect([xOf(-500), xOf(100), xOf(500)]).toEqual([0, size.width / 2, size.width])
    expect(areaBetween(0, 999)).toBe(areaBetween(scale.from, scale.to))
  })
})
