import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { inWork } from '../../queries/result-state.ts'
import { chosenResult } from './result-page.tsx'

const result = (attempt_id: string): Result => ({ status: 'completed', attempt_id, correct: 1, total: 2 })
const results = { kind: 'results', newest: result('c'), earlier: [result('b'), result('a')] } as const
const failed = { kind: 'failed', status: 'error', message: '', earlier: [result('b'), result('a')] } as const
const processing = inWork({ attemptId: null, earlier: [] })
const kept = { attemptId: 'k', result: { status: 'ok', correct: 3, total: 4 } }
const ids = (chosen: ReturnType<typeof chosenResult>) =>
  chosen && [chosen.result.attempt_id, ...chosen.others.map(({ attempt_id }) => attempt_id)]

describe('the result of a purchase that is shown', () => {
  it('the result page shows the newest result, or the one that the address names, and lists the others', () => {
    expect(ids(chosenResult(results, null, null))).toEqual(['c', 'b', 'a'])
    expect(ids(chosenResult(results, kept, 'a'))).toEqual(['a', 'c', 'b'])
  })

  it('the result page shows an earlier result only by its attempt id while the newest is graded, or if that grading failed', () => {
    for (const state of [failed, { ...processing, earlier: failed.earlier }]) {
      expect(ids(chosenResult(state, null, 'a'))).toEqual(['a', 'b'])
      expect(chosenResult(state, null, null)).toBeNull()
      expect(chosenResult(state, null, 'c')).toBeNull()
    }
  })

  it('the result page shows a training kept in this browser if the server has no list, has not replied, or grades an exam', () => {
    for (const state of [undefined, { kind: 'none' }, processing] as const) {
      expect(chosenResult(state, kept, 'k')?.result).toMatchObject({ mode: 'training', correct: 3, total: 4 })
    }
    expect(ids(chosenResult({ kind: 'none' }, kept, null))).toEqual(['k'])
  })

  it('the result page never shows another attempt in place of the requested one', () => {
    expect(chosenResult(results, kept, 'unknown')).toBeNull()
    expect(chosenResult(processing, kept, null)).toBeNull()
    expect(chosenResult(undefined, null, null)).toBeNull()
  })
})
