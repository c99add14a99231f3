// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  begun,
  closePages,
  createServer,
  draftOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  savingOfQ1,
  valueOfQ1,
} from '../../tests/support/exam-in-memory.ts'
import { breakReading, breakStorage, silenceStorage } from '../../tests/support/broken-storage.ts'
import { tabsWithLocks } from '../../tests/support/tabs-with-locks.ts'
import { readAnswers } from '../storage/attempt-drafts.ts'
import { closeExamDb } from '../storage/exam-db.ts'
import { readSubmission } from '../storage/outbox.ts'
import { claimWriting } from '../../tests/support/persisted.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a running exam that is taken over on a full disk', () => {
  it('[R18] goes on as a device of its own: the server is told, and nothing is written under the claim of the tab before', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId, quiet)
    first.answer('q1', 'o1')
    await vi.waitFor(() => expect(savingOfQ1(first)).toBe('server'))
    const full = breakStorage()
    const second = openPage(server, purchaseId, quiet)
    await reaches(second, 'failed')
    expect(server.epoch).toBe(0)

    second.goOnUnkept()
    await reaches(second, 'answering')
    expect(valueOfQ1(second)).toBe('o1')
    await vi.waitFor(() => expect(server.epoch).toBe(1))
    second.answer('q1', 'o2')
    await vi.waitFor(() => expect(savingOfQ1(second)).toBe('server'))
    const [before, after] = [server.events.at(0)!, server.events.at(-1)!]
    expect(after).toMatchObject({ value: 'o2', epoch: 1 })
    expect(after.device_id).not.toBe(before.device_id)
    expect((await draftOf(purchaseId))?.claim).toBe(1)

    full.mockRestore()
    await vi.waitFor(async () => expect((await draftOf(purchaseId))?.claim).toBe(2))
    const [kept] = await readAnswers((await draftOf(purchaseId))!.draftId)
    expect(kept).toMatchObject({ own: { value: 'o2', epoch: 1 } })
  })

  it('[R18] goes on without the server too, from what the disk has, and hands in both', async () => {
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
    second.goOnUnkept()
    await reaches(second, 'answering')
    second.answer('q2', 'слово')
    second.submit()
    server.reachable = true
    await vi.waitFor(() => expect(second.view().isUnkept).toBe(true))
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

describe('a running exam that is taken over by a tab that cannot read what the other one has kept', () => {
  const tab = tabsWithLocks()

  it('[R18] has no claim there: nothing is called saved over it, and it is handed in once it can be read', async () => {
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
    await vi.waitFor(() => expect(second.view().session).toMatchObject({ hand: 'here' }))
    const said = new Set<string>()
    second.subscribe(() => said.add(savingOfQ1(second)))
    second.answer('q1', 'o2')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([...said]).not.toContain('device')

    broken.mockRestore()
    await vi.waitFor(() => expect(second.view().keepsNothing).toBe(false))
    second.submit()
    const { draftId } = (await draftOf(purchaseId))!
    const body = { answers: [{ question_id: 'q1', value: 'o1' }] }
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting', body }))
  })
})

describe('a claim that another page has raised, which froze with the writing and woke without it', () => {
  async function robbed() {
    const server = createServer()
    const purchaseId = newPurchase()
    const report = vi.fn()
    const runner = await begun(server, purchaseId, { report })
    server.reachable = false
    const { draftId } = (await draftOf(purchaseId))!
    await claimWriting(draftId)
    return { runner, draftId, report }
  }

  it('[R18] keeps no hand-in from the outbox, and is taken back in one reading', async () => {
    const { runner, draftId, report } = await robbed()
    const speak = await silenceStorage('papers')
    runner.submit()
    await vi.waitFor(() => expect(report).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 100))
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() => expect(runner.view()).toMatchObject({ session: { enqueued: true }, isUnkept: false }))
    // Tried again before the reading has ended, it would begin the reading anew, and again, for as long as that takes.
    expect(report).toHaveBeenCalledTimes(1)
  })

  it('[R18] is taken back by the person who goes on here, with the answer that was refused', async () => {
    const { runner } = await robbed()
    runner.answer('q1', 'o2')
    await vi.waitFor(() => expect(runner.view().session).toMatchObject({ hand: 'other-tab' }))
    runner.takeOver()
    await vi.waitFor(() => expect([valueOfQ1(runner), savingOfQ1(runner)]).toEqual(['o2', 'device']))
  })
})
