import { afterEach, describe, expect, it, vi } from 'vitest'
import { assembleExam } from '#content/assemble-exam.ts'
import { assemblePractice } from '#content/assemble-practice.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { logicTest as blueprint, verbalSample } from '#content/blueprints.ts'
import type { Item } from '#content/item.ts'
import { digestsOf } from '#content/signature.ts'
import { drawPaper, paperOf } from './draw-paper.ts'
import { GeneratorFailed, OverBudget, type PaperOrder } from './drawn-paper.ts'

afterEach(() => vi.restoreAllMocks())

const budgetMs = 400
const seed = 'a paper between answers'
const order: PaperOrder = { seed, mode: 'exam', blueprint, seen: null }

function asPaper(items: readonly Item[]) {
  const { questions, packed, shown } = paperOf(seed, items)
  return { questions: JSON.stringify(questions), packed, shown }
}

describe('a paper that is drawn', () => {
  it('drawPaper lets other work run at least ten times in 30 items, and draws the same paper', async () => {
    // Each turn of other work takes as long as a whole paper may, and does not count.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    let served = 0
    let isDrawn = false
    const serve = () => {
      served += 1
      now += budgetMs + 1
      if (!isDrawn) setImmediate(serve)
    }
    setImmediate(serve)
    const paper = await drawPaper(order, { budgetMs })
    isDrawn = true
    expect(served).toBeGreaterThanOrEqual(10)
    expect(paper.shapes).toHaveLength(30)
    expect(paper).toMatchObject(asPaper([...assembleExam({ blueprint, seed, partition: 'exam' })]))
  })

  it('drawPaper throws OverBudget if its own drawing takes longer than its budget', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += budgetMs / 5))
    await expect(drawPaper(order, { budgetMs })).rejects.toThrow(OverBudget)
  })

  it('drawPaper avoids what its owner was shown, by the stored digests', async () => {
    const first = paperOf(seed, [...assembleExam({ blueprint: verbalSample, seed, partition: 'exam' })])
    const second = await drawPaper({ seed: 'another', mode: 'exam', blueprint: verbalSample, seen: first.shown })
    const items = [...assembleExam({ blueprint: verbalSample, seed: 'another', partition: 'exam' })]
    expect(second.questions).not.toBe(asPaper(items).questions)
    const seen = new Set([...assembleExam({ blueprint: verbalSample, seed, partition: 'exam' })].flatMap(digestsOf))
    const unseen = [...assembleExam({ blueprint: verbalSample, seed: 'another', partition: 'exam', seen })]
    expect(second.questions).toBe(JSON.stringify(paperOf('another', unseen).questions))
  })

  it('drawPaper draws a practice as assemblePractice does', async () => {
    const practice = { blueprint, size: 5 }
    const paper = await drawPaper({ seed, seen: null, practice })
    expect(paper).toMatchObject(asPaper(assemblePractice(practice, { seed })))
  })

  it('drawPaper throws GeneratorFailed if a generator fails, and passes on an error of the work between two items', async () => {
    const unknown = { parts: [{ family: 'of another release', difficulties: [0] }] } as unknown as Blueprint
    await expect(drawPaper({ ...order, blueprint: unknown })).rejects.toThrow(GeneratorFailed)
    const after = () => Promise.reject(new Error('no database'))
    await expect(drawPaper(order, { after })).rejects.toThrow('no database')
  })
})
