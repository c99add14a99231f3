import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeExamDb, withDb } from '../replica/database.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import {
  announce,
  followSubmissions,
  submissionsState,
  readSubmissions,
  showSubmissionsOf,
  subscribeSubmissions,
} from './channel.ts'

const row = (draftId: string, more: Partial<SubmissionRow> = {}): SubmissionRow => ({
  format: 1,
  draftId,
  ownerId: 'owner',
  purchaseId: 'p1',
  mode: 'exam',
  attemptId: 'a1',
  title: 'Логіка',
  body: { answers: [] },
  madeAt: 0,
  state: 'waiting',
  tries: 0,
  nextTryAt: 0,
  notBefore: 0,
  problem: null,
  receipt: null,
  ...more,
})
const put = (...rows: SubmissionRow[]) =>
  withDb(async (db) => {
    for (const one of rows) await db.put('outbox', one)
  })
const nothing = { rows: [], waiting: 0, refused: 0, nextTryAt: null }

beforeEach(() => withDb((db) => db.clear('outbox')))
afterEach(() => showSubmissionsOf(null))

describe('the submissions that a person sees', () => {
  it('a page shows no submission before a person is known', () => {
    expect(submissionsState()).toEqual(nothing)
  })

  it('a page counts the submissions that wait or were refused, and not those that the server has settled', async () => {
    await put(
      row('a'),
      row('b', { madeAt: 1 }),
      row('c', { state: 'refused', madeAt: 2 }),
      row('d', { state: 'accepted' }),
      row('e', { state: 'graded' }),
    )
    await showSubmissionsOf('owner')
    expect(submissionsState()).toMatchObject({ waiting: 2, refused: 1 })
    expect(submissionsState().rows.map(({ draftId }) => draftId)).toEqual(['a', 'b', 'c'])
  })

  it('a page names the earliest try that may be made, with the server’s pauses and without refused submissions', async () => {
    await put(
      row('a', { nextTryAt: 5_000, notBefore: 40_000 }),
      row('b', { nextTryAt: 20_000 }),
      row('c', { state: 'refused', nextTryAt: 1 }),
    )
    await showSubmissionsOf('owner')
    expect(submissionsState().nextTryAt).toBe(20_000)
    await put(row('b', { nextTryAt: 60_000 }))
    await readSubmissions()
    expect(submissionsState().nextTryAt).toBe(40_000)
  })

  it('a page names no next try for a refused submission', async () => {
    await put(row('a', { state: 'refused', nextTryAt: 5_000 }))
    await showSubmissionsOf('owner')
    expect(submissionsState()).toMatchObject({ waiting: 0, refused: 1, nextTryAt: null })
  })

  it('a page never shows another person’s submissions', async () => {
    await put(row('a'))
    await showSubmissionsOf('somebody-else')
    expect(submissionsState()).toEqual(nothing)
  })

  it('a page drops the submissions when the person signs out, even if a reading of them ends late', async () => {
    await put(row('a'))
    await Promise.all([showSubmissionsOf('owner'), showSubmissionsOf(null)])
    expect(submissionsState()).toEqual(nothing)
  })
})

describe('a listener that follows the submissions', () => {
  it('a listener hears of each reading of the submissions until it stops', async () => {
    const listener = vi.fn()
    const stop = subscribeSubmissions(listener)
    await readSubmissions()
    stop()
    await readSubmissions()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('a page reads the submissions again as soon as a delivery is announced, until it stops following them', async () => {
    await showSubmissionsOf('owner')
    const onError = vi.fn()
    const stop = followSubmissions(onError)
    const changed = new Promise<void>((resolve) => {
      subscribeSubmissions(resolve)
    })
    await put(row('a'))
    announce({ draftId: 'a', change: 'enqueued' })
    await changed
    expect(submissionsState().waiting).toBe(1)
    stop()
    const later = vi.fn()
    subscribeSubmissions(later)
    announce({ draftId: 'a', change: 'settled' })
    expect(await withDb((db) => db.count('outbox'))).toBe(1)
    expect(later).not.toHaveBeenCalled()
    expect(onError).not.toHaveBeenCalled()
  })

  it('a page that follows the submissions hears of a storage that cannot be read', async () => {
    await showSubmissionsOf('owner')
    await closeExamDb()
    const broken = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new Error('storage is gone')
    })
    const heard = new Promise((resolve) => {
      const stop = followSubmissions((error) => {
        stop()
        resolve(error)
      })
    })
    announce({ draftId: 'a', change: 'tried' })
    expect(await heard).toMatchObject({ message: 'storage is gone' })
    broken.mockRestore()
  })

  it('[R18] a page shows the row that a delivery could not write to a full disk, until the disk has the change', async () => {
    await put(row('a'), row('b'))
    await showSubmissionsOf('owner')
    const stop = followSubmissions((error) => expect.unreachable(String(error)))
    const tried = row('a', { tries: 1, nextTryAt: 9_000 })
    announce({ draftId: 'a', change: 'tried', unwritten: tried })
    await vi.waitFor(() => expect(submissionsState().rows).toEqual([tried, row('b')]))
    announce({ draftId: 'a', change: 'settled', unwritten: { ...tried, state: 'graded' } })
    await vi.waitFor(() => expect(submissionsState()).toMatchObject({ rows: [row('b')], waiting: 1 }))
    announce({ draftId: 'a', change: 'tried' })
    await vi.waitFor(() => expect(submissionsState().rows).toEqual([row('a'), row('b')]))
    stop()
  })
})
