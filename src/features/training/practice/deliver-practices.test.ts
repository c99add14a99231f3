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

describe('what was answered in a practice without a network', () => {
  it('is there after the window was closed, and is brought once, in its order, its end last', async () => {
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

  it('counts as it was given first: in this browser, and on the server by another device', async () => {
    await here.keepAnswer(of, 'q1', 'first')
    await here.keepAnswer(of, 'q1', 'second')
    expect((await here.readLog(of)).answers).toMatchObject([{ value: 'first' }])
    const server = serverOf()
    server.first.set('q1', 'of another device')
    await bring(server.send)
    expect((await here.readLog(of)).answers).toMatchObject([{ value: 'of another device', state: 'delivered' }])
  })

  it('is asked for again where the reply was lost, and nothing overtakes it', async () => {
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

  it('is sent no more where the server will not have it for good, and waits where it may', async () => {
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

  it('that was refused is sent once more by each build, by the same one a day later, and before the end: after that none is taken', async () => {
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

  it('that an earlier release left refused is sent once more, also in a practice that had ended, which holds back no end', async () => {
    await here.keepAnswer(of, 'q1', 'x')
    await here.keepEnd(of)
    const left = { ...(await here.withPracticeDb((db) => db.get('logs', ['anna', 'a1'])))!, end: 'refused' } as const
    await here.withPracticeDb((db) => db.put('logs', { ...left, answers: [{ ...left.answers[0]!, state: 'refused' }] }))
    const server = serverOf((call) => (call === 'q1' ? refused(409, 'practice_over') : undefined))
    await bring(server.send, 'anna', 'one')
    expect(server.calls).toEqual(['q1', 'end'])
    expect(await here.readLog(of)).toMatchObject({ end: 'delivered', refusedBy: 'one', refusedAsOver: true })
  })

  it('is sent again by the person, also where no disk has it', async () => {
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

  it('goes as its owner alone: whoever else is signed in, nothing is sent, and it waits for the owner', async () => {
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

  it('stops at once when somebody else signs in on the way', async () => {
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

  it('is called kept by no one where the storage fails, and is brought by this page', async () => {
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
  ])('is brought by this page where the storage %s', async (_, open) => {
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

  it('is sent to its end where the disk does not take what the server has said of it', async () => {
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

describe('what is kept of a practice', () => {
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

  it('can be gone on with until it is ended; a newer reply leaves its keys', async () => {
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

  it('is of the five newest, and of nobody but who is signed in, save for answers that the server has not', async () => {
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

  it('stays with what another release may take, when its owner signs out too, and is named to them; not what came too late', async () => {
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

  it('[S43] goes when its owner signs out, and nothing that comes after that is kept', async () => {
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
