import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let last: Promise<unknown> = Promise.resolve()
const locks = {
  request: (_name: string, _options: LockOptions, work: () => Promise<unknown>) => (last = last.then(work, work)),
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks })
  vi.resetModules()
})
afterEach(() => void vi.unstubAllGlobals())

/** Leaves the database of a browser that died while the stores were created. */
async function leaveStoreless(name: string) {
  const db = await openDB(name, 1)
  expect(db.objectStoreNames).toHaveLength(0)
  db.close()
}

/** A tab: fresh modules over the existing databases. */
async function openTab() {
  vi.resetModules()
  const { connectionTo } = await import('./connection.ts')
  return connectionTo(() => openDB('mended', 1, { upgrade: (db) => void db.createObjectStore('rows') }))
}

describe('a database that exists without its stores', () => {
  afterEach(() => deleteDB('mended'))

  it('[C.06] a database without stores is made again at its first use, and keeps the row that is written then', async () => {
    await leaveStoreless('mended')
    const tab = await openTab()
    await tab.use((db) => db.put('rows', 'answer', 'q1'))
    await expect(tab.use((db) => db.get('rows', 'q1'))).resolves.toBe('answer')
    await tab.close()
  })

  it('[C.06] three tabs make a database without stores again only once, and delete no row of each other', async () => {
    await leaveStoreless('mended')
    const deletes = vi.spyOn(indexedDB, 'deleteDatabase')
    const tabs = await Promise.all([openTab(), openTab(), openTab()])
    // Each tab has its connection before any of them detects the fault.
    await Promise.all(tabs.map((tab) => tab.use(async () => undefined)))
    await Promise.all(tabs.map((tab, n) => tab.use((db) => db.put('rows', n, n))))
    await expect(tabs[0]!.use((db) => db.getAll('rows'))).resolves.toEqual([0, 1, 2])
    // Each looks again under the lock before it deletes.
    expect(deletes).toHaveBeenCalledTimes(1)
    deletes.mockRestore()
    await Promise.all(tabs.map((tab) => tab.close()))
  })

  it('[C.06] a database without stores is made again while another tab has it open and idle', async () => {
    await leaveStoreless('mended')
    const [idle, tab] = [await openTab(), await openTab()]
    await idle.use(async () => undefined)
    await tab.use((db) => db.put('rows', 'answer', 'q1'))
    await expect(idle.use((db) => db.get('rows', 'q1'))).resolves.toBe('answer')
    await Promise.all([idle.close(), tab.close()])
  })

  it('[C.06] a database that has other stores is left as it is, with its rows', async () => {
    const other = await openDB('mended', 1, { upgrade: (db) => void db.createObjectStore('others') })
    await other.put('others', 'row', 'key')
    other.close()
    const tab = await openTab()
    await expect(tab.use((db) => db.put('rows', 1, 1))).rejects.toMatchObject({ name: 'NotFoundError' })
    await tab.close()
    const still = await openDB('mended')
    await expect(still.get('others', 'key')).resolves.toBe('row')
    still.close()
  })

  it.each<[string, () => Promise<unknown>]>([
    ['exam-v1', async () => (await import('../attempt/replica/attempts.ts')).keptExams('o')],
    ['session-v1', async () => (await import('../session/session-db.ts')).readMirror()],
    ['cache-v1', async () => (await import('../queries/kept/cache-db.ts')).readEntries({ kind: 'public' })],
    ['push-v1', async () => (await import('../push/push-db.ts')).readPush()],
    ['guest-trial-v1', async () => (await import('../features/landing/kept-trial.ts')).readTrial()],
    ['practice-v1', async () => (await import('../features/training/practice/practice-log.ts')).waitingLogs('o')],
  ])('[C.06] each database of the product is repaired at its first use if it has no stores: %s', async (name, use) => {
    await leaveStoreless(name)
    await use()
    const db = await openDB(name)
    expect(db.objectStoreNames.length).toBeGreaterThan(0)
    db.close()
  })
})
