import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Practice } from '#contract/practice.ts'
import type { Reply } from '../../../http/reply.ts'
import type { Send } from '../../../http/send.ts'

/** The modules of a window that has just opened, over what this browser has kept. */
async function openWindow() {
  vi.resetModules()
  const [log, copy, deliver, { withPracticeDb }] = await Promise.all([
    import('./practice-log.ts'),
    import('./practice-copy.ts'),
    import('./deliver-practices.ts'),
    import('./practice-db.ts'),
  ])
  return { ...log, ...copy, ...deliver, withPracticeDb }
}

const report = vi.fn()
let here: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  indexedDB = new IDBFactory()
  signedIn('anna')
  vi.stubGlobal('reportError', report)
  report.mockClear()
  here = await openWindow()
})

const of = { ownerId: 'anna', purchaseId: 'bought', attemptId: 'a1' }
const strangers = { ...of, ownerId: 'borys', attemptId: 'a2' }

/** Sets this browser's signed-in person. */
function signedIn(ownerId: string | null) {
  const tokens = { access: 'a', refresh: 'r', user_id: ownerId }
  vi.stubGlobal('localStorage', {
    getItem: (name: keyof typeof tokens) => (ownerId === null ? null : (tokens[name] ?? null)),
  })
}

const silence: Reply<never> = { kind: 'silence' }
const refused = (status: number, code: string): Reply<never> => ({
  kind: 'refused',
  status,
  code,
  message: '',
  resultUrl: null,
  retryAfter: null,
})

/** A server that keeps the first answer to each question. `lost`: it handles the call, and its reply does not arrive. */
function serverOf(answer: (call: string) => Reply<never> | 'lost' | undefined = () => undefined) {
  const first = new Map<string, unknown>()
  const calls: string[] = []
  const send = (async ({ name }: { name: string }, { body }: { body: { question_id?: string; value?: unknown } }) => {
    const id = body.question_id ?? 'end'
    calls.push(id)
    const reply = answer(id)
    if (typeof reply === 'object') return reply
    if (!first.has(id)) first.set(id, body.value)
    return reply === 'lost'
      ? silence
      : { kind: 'answered', body: name === 'answerPractice' ? { given: first.get(id) } : {} }
  }) as unknown as Send
  return { send, calls, first }
}

const bring = (send: Send, ownerId: string | null = 'anna', build?: string) =>
  here.deliverPractices({ send, ownerId: () => ownerId, ...(build !== undefined && { build }) })
const statesOf = async (name = of) =>
  (await here.readLog(name)).answers.map(({ questionId, state }) => `${questionId} ${state}`)

describe('the answers of an offline practice', () => {
  it('the answers of an offline practice survive a closed window and are delivered once, in order, with the end last', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(of, 'q2', null)
    await here.keepEnd(of)
    here = await openWindow()
    expect(await here.readLog(of)).toMatchObject({
      answers: [
        { questionId: 'q1', value: 'x', state: 'waiting', isKept: true },
        { questionId: 'q2', value: null, state: 'waiting', isKept: true },
      ],
      end: 'waiting',
      isEndKept: true,
    })
    const server = serverOf()
    expect(await bring(server.send)).toBe(false)
    expect(await bring(server.send)).toBe(false)
    expect(server.calls).toEqual(['q1', 'q2', 'end'])
    expect(await here.readLog(of)).toMatchObject({ end: 'delivered' })
  })

  it('the first answer to a practice question counts: the first in this browser, or an earlier one on the server', async () => {
    await here.keepAnswer(of, 'q1', 'first')
    await here.keepAnswer(of, 'q1', 'second')
    expect((await here.readLog(of)).answers).toMatchObject([{ value: 'first' }])
    const server = serverOf()
    server.first.set('q1', 'of another device')
    await bring(server.send)
    expect((await here.readLog(of)).answers).toMatchObject([{ value: 'of another device', state: 'delivered' }])
  })

  it('a practice answer whose reply was lost is sent again, and no later answer overtakes it', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(of, 'q2', 'y')
    let isLost = true
    const server = serverOf(() => (isLost ? 'lost' : undefined))
    expect(await bring(server.send)).toBe(true)
    isLost = false
    expect(await bring(server.send)).toBe(false)
    expect(server.calls).toEqual(['q1', 'q1', 'q2'])
    expect([...server.first]).toEqual([
      ['q1', 'x'],
      ['q2', 'y'],
    ])
  })

  it('a practice answer waits after 401, 403 and 503, and is not sent again after the refusal practice_over', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    for (const [status, code] of [
      [401, 'not_authenticated'],
      [403, 'foreign_purchase'],
      [503, ''],
    ] as const) {
      expect(await bring(serverOf(() => refused(status, code)).send)).toBe(true)
    }
    expect(await statesOf()).toEqual(['q1 waiting'])
    expect(await bring(serverOf(() => refused(409, 'practice_over')).send)).toBe(false)
    expect(await statesOf()).toEqual(['q1 refused'])
    const later = serverOf()
    await bring(later.send)
    expect(later.calls).toEqual([])
  })

  it('a refused practice answer is sent once by each new build, and by the same build a day later, before the end', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(of, 'q2', 'y')
    await here.keepEnd(of)
    const refusing = serverOf((call) => (call === 'q1' ? refused(400, 'unknown_question') : undefined))
    for (const build of ['one', 'one', 'two', 'two']) expect(await bring(refusing.send, 'anna', build)).toBe(false)
    expect(refusing.calls).toEqual(['q1', 'q2', 'q1'])
    expect(await statesOf()).toEqual(['q1 refused', 'q2 delivered'])
    expect(await here.readLog(of)).toMatchObject({ end: 'refused', refusedBy: 'two', refusedAsOver: false })
    const later = serverOf()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000 + 1)
    await bring(later.send, 'anna', 'two')
    vi.mocked(Date.now).mockRestore()
    expect(later.calls).toEqual(['q1', 'end'])
    expect(await here.readLog(of)).toMatchObject({ answers: [{ state: 'delivered' }, {}], end: 'delivered' })
  })

  it('a practice answer that an earlier release left refused is sent once more, and a practice that is over sends its end', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepEnd(of)
    const left = { ...(await here.withPracticeDb((db) => db.get('logs', ['anna', 'a1'])))!, end: 'refused' } as const
    await here.withPracticeDb((db) => db.put('logs', { ...left, answers: [{ ...left.answers[0]!, state: 'refused' }] }))
    const server = serverOf((call) => (call === 'q1' ? refused(409, 'practice_over') : undefined))
    await bring(server.send, 'anna', 'one')
    expect(server.calls).toEqual(['q1', 'end'])
    expect(await here.readLog(of)).toMatchObject({ end: 'delivered', refusedBy: 'one', refusedAsOver: true })
  })

  it('a person can send a refused practice answer again, even if the disk did not keep the answer', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await here.keepAnswer(of, 'q1', 'x')
    // The code says nothing about time: this release does not take the form of the answer.
    expect(await bring(serverOf(() => refused(400, 'validation_failed')).send)).toBe(false)
    expect(await statesOf()).toEqual(['q1 refused'])
    await here.waitAgain(of)
    put.mockRestore()
    const server = serverOf()
    await bring(server.send)
    expect(server.calls).toEqual(['q1'])
    expect(await statesOf()).toEqual(['q1 delivered'])
  })

  it('a practice answer is sent only while its owner is signed in, and waits under another person or a guest', async () => {
    await here.keepAnswer(strangers, 'q1', 'x')
    const server = serverOf()
    for (const other of ['anna', null]) {
      signedIn(other)
      expect(await bring(server.send, other)).toBe(false)
    }
    expect(server.calls).toEqual([])
    signedIn('borys')
    await bring(server.send, 'borys')
    expect(server.calls).toEqual(['q1'])
  })

  it('the delivery of practice answers stops immediately when another person signs in', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(of, 'q2', 'y')
    let owner = 'anna'
    const server = serverOf(() => {
      owner = 'borys'
      return undefined
    })
    expect(await here.deliverPractices({ send: server.send, ownerId: () => owner })).toBe(true)
    expect(server.calls).toEqual(['q1'])
  })

  it('a practice answer that the full storage refuses is not called kept, and this page delivers it', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepEnd(of)
    expect(await here.readLog(of)).toMatchObject({
      answers: [{ value: 'x', isKept: false }],
      end: 'waiting',
      isEndKept: false,
    })
    const server = serverOf()
    expect(await bring(server.send)).toBe(false)
    expect(server.calls).toEqual(['q1', 'end'])
    expect(await here.readLog(of)).toMatchObject({ answers: [{ state: 'delivered', isKept: false }], end: 'delivered' })
    put.mockRestore()
  })

  it.each<[string, () => IDBOpenDBRequest]>([
    [
      'cannot be opened',
      () => {
        throw new DOMException('broken', 'UnknownError')
      },
    ],
    ['never answers', () => new IDBOpenDBRequest()],
  ])('the page delivers a practice answer itself if the storage %s', async (_, open) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync')
    const broken = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(open)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    try {
      await here.keepAnswer(of, 'q1', 'x')
      const server = serverOf()
      expect(await bring(server.send)).toBe(false)
      expect(server.calls).toEqual(['q1'])
      expect(report).toHaveBeenCalled()
    } finally {
      broken.mockRestore()
      vi.useRealTimers()
    }
  })

  it('all practice answers and the end are delivered even if the disk refuses the server’s acknowledgements', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(of, 'q2', 'y')
    await here.keepEnd(of)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const server = serverOf()
    await bring(server.send)
    put.mockRestore()
    expect(server.calls).toEqual(['q1', 'q2', 'end'])
    expect(report).toHaveBeenCalledTimes(3)
    expect(await statesOf()).toEqual(['q1 waiting', 'q2 waiting'])
  })
})

describe('the data of a practice on this device', () => {
  const practice: Practice = {
    attempt_id: 'a1',
    is_open: true,
    test: { id: 't', slug: 's', type: 'verbal', title: '' },
    questions: [{ id: 'q1', kind: 'single', prompt: '?' }],
    verdicts: [],
  }
  const copyOf = (ownerId: string, startKey: string) => ({ ownerId, startKey, purchaseId: 'bought' })
  const keys = [{ question_id: 'q1', right: 'x', explanation: '' }]
  const everything = () =>
    here.withPracticeDb(async (db) => [await db.getAllKeys('copies'), await db.getAllKeys('logs')].flat())

  it('a kept practice can be continued until its end, and a newer reply leaves its keys', async () => {
    await here.keepCopy(copyOf('anna', 'k1'), { practice })
    await here.keepCopy(copyOf('anna', 'k1'), { keys })
    await here.keepCopy(copyOf('anna', 'k1'), { practice })
    expect(await here.readCopy(copyOf('anna', 'k1'))).toMatchObject({ practice, keys })
    await here.keepAnswer(of, 'q1', 'x')
    const open = { startKey: 'k1', answered: 1, total: 1, hasKeys: true }
    expect(await here.knownHere('anna', 'bought')).toEqual({ open, ended: [] })
    expect(await here.knownHere('borys', 'bought')).toEqual({ open: null, ended: [] })
    await here.keepEnd(of)
    expect(await here.knownHere('anna', 'bought')).toEqual({ open: null, ended: ['k1'] })
  })

  it('the device keeps the five newest practices of the signed-in person, and of another person only undelivered answers', async () => {
    vi.spyOn(Date, 'now').mockImplementation(() => (clock += 1))
    let clock = 0
    for (let number = 1; number <= 7; number += 1) await here.keepCopy(copyOf('anna', `k${number}`), { practice })
    signedIn('borys')
    await here.keepCopy(copyOf('borys', 'k1'), { practice })
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(strangers, 'q1', 'x')
    expect(await everything()).toHaveLength(8)
    await bring(serverOf().send, 'borys')
    expect(await everything()).toEqual([
      ['borys', 'k1'],
      ['anna', 'a1'],
      ['borys', 'a2'],
    ])
    vi.restoreAllMocks()
  })

  it('a refused practice answer is listed as unsent and survives a sign-out, for 30 days; an answer that came too late does not', async () => {
    const { unsentPractices } = await import('./unsent-practices.ts')
    const { partFrom } = await import('../../../session/session-events.ts')
    const late = { ...of, attemptId: 'a2' }
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepAnswer(late, 'q1', 'x')
    let refusal = 'unknown_question'
    const { send } = serverOf(() => {
      const code = refusal
      refusal = 'practice_over'
      return refused(409, code)
    })
    await bring(send, 'anna', 'one')
    expect(await unsentPractices('anna')).toMatchObject([{ attemptId: 'a1', answers: 1 }])
    await partFrom('anna')
    expect(await everything()).toEqual([['anna', 'a1']])
    // After 30 days of refusals the log is deleted.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 86_400_000)
    signedIn('anna')
    for (const build of ['two', 'two']) {
      expect(await everything()).toEqual([['anna', 'a1']])
      await bring(serverOf(() => refused(404, 'not_found')).send, 'anna', build)
    }
    vi.mocked(Date.now).mockRestore()
    expect(await everything()).toEqual([])
  })

  it('[S43] a sign-out deletes the data of a practice, and a reply that comes later is not kept', async () => {
    await here.keepCopy(copyOf('anna', 'k1'), { practice, keys })
    await here.keepAnswer(of, 'q1', 'x')
    await bring(serverOf().send)
    const { partFrom } = await import('../../../session/session-events.ts')
    await partFrom('anna')
    expect(await everything()).toEqual([])
    signedIn(null)
    await here.keepCopy(copyOf('anna', 'k1'), { practice })
    expect(await everything()).toEqual([])
  })
})
