// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { begun, closePages, createServer, newPurchase } from '../../tests/support/exam-in-memory.ts'
import { type DeliveryNews, onDeliveryNews } from '../delivery/news.ts'
import type { ExamCore } from './exam-core.ts'
import { createExamEffects } from './exam-effects.ts'
import type { ExamSaving } from './exam-saving.ts'

afterEach(closePages)
afterEach(() => void vi.restoreAllMocks())

it('tells once that a hand-in waits to be delivered', async () => {
  const runner = await begun(createServer(), newPurchase())
  const news: DeliveryNews[] = []
  const stop = onDeliveryNews((item) => news.push(item))
  runner.submit()
  await vi.waitFor(() => expect(runner.view().session).toMatchObject({ phase: 'submitting', enqueued: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  stop()
  expect(news.map(({ change }) => change)).toEqual(['enqueued'])
})

it('lets the last effect end where none follows, once: an event that asks for nothing ends nothing', () => {
  const core = { ports: { report: vi.fn() }, attempt: { row: () => null } } as unknown as ExamCore
  const { perform } = createExamEffects(core, {} as ExamSaving)
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  perform(null)
  expect(clear).not.toHaveBeenCalled()
})
