import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '../http/reply.ts'
import type { Send } from '../http/send.ts'
import type { SubmissionRow } from '../attempt/replica/rows.ts'

const row: SubmissionRow = {
  format: 1,
  draftId: 'draft-1',
  ownerId: 'anna',
  purchaseId: 'p1',
  mode: 'exam',
  attemptId: 'a1',
  title: 'Логіка',
  body: { answers: [], submission_key: 'key', ticket: 'ticket', events: [] },
  madeAt: 0,
  state: 'waiting',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  problem: null,
  receipt: null,
}

/** A page without Background Sync, as it stands when it opens; `sent` are the submissions that it has tried. */
async function openPage(waiting: SubmissionRow) {
  vi.resetModules()
  indexedDB = new IDBFactory()
  const { withDb } = await import('../attempt/replica/database.ts')
  await withDb((db) => db.put('outbox', waiting))
  const { startDelivery } = await import('./start-delivery.ts')
  // Asked for later than the page: nothing of this one is to come while the next test runs.
  await import('../features/training/practice/deliver-practices.ts')
  const { updateSession } = await import('../session/session-state.ts')
  const sent: string[] = []
  const send = ((endpoint: { name: string }) => {
    sent.push(endpoint.name)
    return Promise.resolve<Reply<never>>({ kind: 'silence' })
  }) as Send
  startDelivery({ send })
  return { sent, updateSession }
}

let page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('reportError', vi.fn())
  // The planned try comes as late as it may: what is seen before is not of its making.
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('[C.06] where the browser wakes no worker, what was submitted is delivered', () => {
  it.each(['online', 'focus', 'pageshow', 'visibilitychange'])('at the next start, and at %s', async (event) => {
    const { sent } = await openPage({ ...row, nextTryAt: Date.now() + 60_000 })
    await vi.waitFor(() => expect(sent).toEqual(['submitExam']))
    page.dispatchEvent(new Event(event))
    await vi.waitFor(() => expect(sent).toEqual(['submitExam', 'submitExam']))
    expect(reportError).not.toHaveBeenCalled()
  })

  it('when its owner signs in, where only they can bring it', async () => {
    const { sent, updateSession } = await openPage({ ...row, ownersOnly: true })
    updateSession({ status: 'signed-in', user: { id: 'anna' } })
    await vi.waitFor(() => expect(sent).toContain('submitExam'))
  })
})
