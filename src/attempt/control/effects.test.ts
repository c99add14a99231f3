// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { begun, closePages, createServer, newPurchase } from '../../../tests/support/exam-in-memory.ts'
import { settled } from '../../../tests/support/settled.ts'
import { type SubmissionChange, onSubmissionChange } from '../sync/channel.ts'
import type { AttemptContext } from './context.ts'
import { createAttemptEffects } from './effects.ts'
import type { AnswersPush } from './push-answers.ts'
import type { SubmissionParts } from './submission.ts'

afterEach(closePages)
afterEach(() => void vi.restoreAllMocks())

it('tells once that a submission waits to be delivered', async () => {
  const controller = await begun(createServer(), newPurchase())
  const update: SubmissionChange[] = []
  const stop = onSubmissionChange((item) => update.push(item))
  controller.submit()
  await vi.waitFor(() => expect(controller.view().state).toMatchObject({ phase: 'submitting', enqueued: true }))
  await settled()
  stop()
  expect(update.map(({ change }) => change)).toEqual(['enqueued'])
})

it('lets the last effect end where none follows, once: an event that asks for nothing ends nothing', () => {
  const context = { ports: { report: vi.fn() }, attempt: { row: () => null } } as unknown as AttemptContext
  const { perform } = createAttemptEffects(context, {} as AnswersPush, {} as SubmissionParts)
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  perform(null)
  expect(clear).not.toHaveBeenCalled()
})
