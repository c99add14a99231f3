// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  begun,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  savingOfQ1,
  valueOfQ1,
} from '../../../tests/support/exam-in-memory.ts'
import { breakReading, breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import { tabsWithLocks } from '../../../tests/support/tabs-with-locks.ts'
import { readAnswerRows } from '../replica/attempts.ts'
import { closeExamDb } from '../replica/database.ts'
import { readSubmission } from '../replica/submissions.ts'
import { takeLeaseOf } from '../../../tests/support/persisted.ts'
import { settled } from '../../../tests/support/settled.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a running exam that is taken over on a full disk', () => {
  it('[R18] a page that takes over on a full disk answers as a new device, and takes the lease once the disk has room', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const full = breakStorage()
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'failed')
    expect(server.epoch).toBe(0)

    second.goOnInMemory()
    await reaches(second, 'answering')
    expect(valueOfQ1(second)).toBe('o1')
    await vi.waitFor(() => expect(server.epoch).toBe(1))
    second.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(second)).toBe('server'))
    const [before, after] = [server.events.at(0)!, server.events.at(-1)!]
    expect(after).toMatchObject({ value: 'o2', epoch: 1 })
    expect(after.device_id).not.toBe(before.device_id)
    expect((await attemptRowOf(purchaseId))?.claim).toBe(1)

    full.mockRestore()
    await vi.waitFor(async () => expect((await attemptRowOf(purchaseId))?.claim).toBe(2))
    const [kept] = await readAnswerRows((await attemptRowOf(purchaseId))!.draftId)
    expect(kept).toMatchObject({ own: { value: 'o2', epoch: 1 } })
  })

  it('[R18] a page that takes over on a full disk without the server submits the disk’s answer together with its own', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    server.reachable = false
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))
    first.stop()
    breakStorage()
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'failed')
    second.goOnInMemory()
    await reaches(second, 'answering')
    second.answer('q2', 'слово')
    second.submit()
    server.reachable = true
    await vi.waitFor(() => expect(second.view().isSubmissionInMemory).toBe(true))
    second.wake()
    await reaches(second, 'finished')
    expect(server.submissions).toMatchObject([
      {
        answers: [
          { question_id: 'q1', value: 'o1' },
          { question_id: 'q2', value: 'слово' },
        ],
      },
    ])
  })
})

describe('a running exam that is taken over by a tab that cannot read the kept answers', () => {
  const tab = tabsWithLocks()

  it('[R18] a tab that cannot read the kept answers calls no answer saved, and submits once it can read them', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, tab())
    const second = openPage(server, purchaseId, tab())
    await reaches(second, 'answering')
    server.reachable = false
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('device'))

    const broken = breakReading('answers')
    second.takeOver()
    await vi.waitFor(() => expect(second.view().state).toMatchObject({ writer: 'here' }))
    const said = new Set<string>()
    second.subscribe(() => said.add(savingOfQ1(second)))
    second.answer('q1', 'o2')
    await settled()
    expect([...said]).not.toContain('device')

    broken.mockRestore()
    await vi.waitFor(() => expect(second.view().isMemoryOnly).toBe(false))
    second.submit()
    const { draftId } = (await attemptRowOf(purchaseId))!
    const body = { answers: [{ question_id: 'q1', value: 'o1' }] }
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting', body }))
  })
})

describe('a lease that another page has raised meanwhile', () => {
  async function robbed() {
    const server = createServer()
    const purchaseId = newPurchase()
    const report = vi.fn()
    const controller = await begun(server, purchaseId, { report })
    server.reachable = false
    const { draftId } = (await attemptRowOf(purchaseId))!
    await takeLeaseOf(draftId)
    return { controller, draftId, report }
  }

  it('[R18] a page whose lease was raised takes it back with one read, and stores its submission', async () => {
    const { controller, draftId, report } = await robbed()
    const speak = await silenceStorage('papers')
    controller.submit()
    await vi.waitFor(() => expect(report).toHaveBeenCalled())
    await settled()
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() =>
      expect(controller.view()).toMatchObject({ state: { enqueued: true }, isSubmissionInMemory: false }),
    )
    // A try before the end of the reading would begin the reading again, endlessly.
    expect(report).toHaveBeenCalledTimes(1)
  })

  it('[R18] a person who continues on a page whose lease was raised takes it back, with the refused answer', async () => {
    const { controller } = await robbed()
    controller.answer('q1', 'o2')
    await vi.waitFor(() => expect(controller.view().state).toMatchObject({ writer: 'other-tab' }))
    controller.takeOver()
    await vi.waitFor(() => expect([valueOfQ1(controller), savingOfQ1(controller)]).toEqual(['o2', 'device']))
  })
})
