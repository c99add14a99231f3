import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '../http/reply.ts'
import type { Send } from '../http/send.ts'
import type { SubmissionRow } from '../attempt/machine/rows.ts'

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

/** A page without Background Sync when it opens; `sent` are its calls, `bodies` their bodies. */
async function openPage(waiting: SubmissionRow, build?: string, reply: Reply<never> = { kind: 'silence' }) {
  vi.resetModules()
  indexedDB = new IDBFactory()
  const { withDb } = await import('../attempt/replica/database.ts')
  await withDb((db) => db.put('outbox', waiting))
  const { startDelivery } = await import('./start-delivery.ts')
  // The page imports these late: nothing of this test may arrive during the next one.
  await import('../features/training/practice/deliver-practices.ts')
  await import('../features/landing/kept-trial.ts')
  const { updateSession } = await import('../session/session-state.ts')
  const sent: string[] = []
  const bodies: unknown[] = []
  const send = ((endpoint: { name: string }, { body }: { body: unknown }) => {
    sent.push(endpoint.name)
    bodies.push(body)
    return Promise.resolve(reply)
  }) as Send
  startDelivery({ send, ...(build !== undefined && { build }) })
  const kept = () => withDb((db) => db.get('outbox', waiting.draftId))
  const keep = (other: SubmissionRow) => withDb((db) => db.put('outbox', other))
  return { sent, bodies, updateSession, kept, keep }
}

let page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('reportError', vi.fn())
  // The planned try comes as late as possible, so earlier ones have another cause.
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('[C.06] delivery by the page in a browser that wakes no worker', () => {
  it.each(['online', 'focus', 'pageshow', 'visibilitychange'])(
    'the page sends a waiting submission when it opens, and again on the event %s',
    async (event) => {
      const { sent } = await openPage({ ...row, nextTryAt: Date.now() + 60_000 })
      await vi.waitFor(() => expect(sent).toEqual(['submitExam']))
      page.dispatchEvent(new Event(event))
      await vi.waitFor(() => expect(sent).toEqual(['submitExam', 'submitExam']))
      expect(reportError).not.toHaveBeenCalled()
    },
  )

  it('a page of a new build resends a refused submission once', async () => {
    const refused = {
      kind: 'refused',
      status: 400,
      code: 'unknown_question',
      message: 'Немає',
      resultUrl: null,
    } as const
    const before = { ...row, state: 'refused', problem: { code: 'unknown_question', message: '' } } as const
    const { sent, kept } = await openPage(before, '/assets/main-2.js', { ...refused, retryAfter: null })
    await vi.waitFor(async () => {
      expect(sent).toEqual(['submitExam'])
      expect(await kept()).toMatchObject({ state: 'refused', refusedBy: '/assets/main-2.js', body: row.body })
    })
    const again = await openPage((await kept())!, '/assets/main-2.js')
    // A second waiting submission shows that the rounds have run.
    await again.keep({ ...row, draftId: 'draft-2' })
    page.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(again.sent).toEqual(['submitExam']))
    expect(await again.kept()).toMatchObject({ state: 'refused', tries: 1 })
  })

  it('a page of a new build resends once a practice that another build saw refused', async () => {
    const { sent, updateSession } = await openPage({ ...row, state: 'graded' }, '/assets/main-2.js')
    const { withPracticeDb } = await import('../features/training/practice/practice-db.ts')
    const refused = { questionId: 'q1', value: 'x', state: 'refused' } as const
    const log = {
      format: 1,
      ownerId: 'anna',
      attemptId: 'a1',
      purchaseId: 'p1',
      answers: [refused],
      end: null,
    } as const
    const heard = { changedAt: Date.now(), refusedAt: Date.now() }
    await withPracticeDb(async (db) => {
      await db.put('logs', { ...log, ...heard, refusedBy: '/assets/main-1.js' })
      await db.put('logs', { ...log, ...heard, attemptId: 'a0', refusedBy: '/assets/main-2.js' })
    })
    updateSession({ status: 'signed-in', user: { id: 'anna' } })
    await vi.waitFor(() => expect(sent).toContain('answerPractice'))
    expect(sent.filter((name) => name === 'answerPractice')).toHaveLength(1)
  })

  it('the page claims a guest’s trial after a sign-in, and again while the server does not take it', async () => {
    const { sent, bodies, updateSession } = await openPage({ ...row, state: 'graded' })
    const { keepTrial, keepAnswer, readTrial } = await import('../features/landing/kept-trial.ts')
    const questions = [{ id: 'q1', kind: 'number', prompt: '2 + 2' } as const]
    await keepTrial({ trial: 'one.seal', questions }, 'logichnij-proba')
    await keepAnswer('one.seal', { questionId: 'q1', value: '4' })
    page.dispatchEvent(new Event('online'))
    updateSession({ status: 'signed-in', user: { id: 'anna' } })
    const claims = () => sent.filter((name) => name === 'claimGuestTrial').length
    await vi.waitFor(() => expect(claims()).toBe(1))
    page.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(claims()).toBe(2))
    expect(bodies[sent.lastIndexOf('claimGuestTrial')]).toMatchObject({ trial: 'one.seal', answers: [{ value: '4' }] })
    // From the first claim on it is Anna's: no guest sees it.
    expect(await readTrial()).toBeUndefined()
  })

  it('the page sends a submission that only its owner may bring when the owner signs in', async () => {
    const { sent, updateSession } = await openPage({ ...row, ownersOnly: true })
    updateSession({ status: 'signed-in', user: { id: 'anna' } })
    await vi.waitFor(() => expect(sent).toContain('submitExam'))
  })
})
