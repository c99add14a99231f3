import { afterEach, expect, it, vi } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { logicTest as blueprint } from '#content/blueprints.ts'
import { drawWithin, inlineBudgetMs } from './build-paper.ts'

afterEach(() => vi.restoreAllMocks())

const seed = 'a paper between answers'
const seen = new Set<string>()
const paper = { attempt: { seed, mode: 'exam' }, blueprint, seen }

it('whoever waits for the process is served ten times while a paper of 30 items is drawn, which is the same', async () => {
  // Each turn of others takes as long as a whole paper may: it is none of the paper's own time.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let served = 0
  let isDrawn = false
  const serve = () => {
    served += 1
    now += inlineBudgetMs + 1
    if (!isDrawn) setImmediate(serve)
  }
  setImmediate(serve)
  const items = await drawWithin(inlineBudgetMs, paper)
  isDrawn = true
  expect(served).toBeGreaterThanOrEqual(10)
  expect(items).toHaveLength(30)
  expect(JSON.stringify(items)).toBe(JSON.stringify([...assembleExam({ blueprint, seed, partition: 'exam', seen })]))
})

it('a paper whose own drawing takes longer than it may is given up', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += inlineBudgetMs / 5))
  expect(await drawWithin(inlineBudgetMs, paper)).toBe('over-budget')
})
