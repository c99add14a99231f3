import { vi } from 'vitest'
import { closeExamDb, withDb } from '../../src/attempt/replica/database.ts'

/** Makes writes to these stores fail from now on; without a name, writes to all stores. */
export function breakStorage(...stores: string[]) {
  const { put } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (stores.length === 0 || stores.includes(this.name)) throw new DOMException('no room left', 'QuotaExceededError')
    return put.call(this, value, key)
  })
}

/** Makes `getAll` on these stores fail from now on. */
export function breakReading(...stores: string[]) {
  const { getAll } = IDBObjectStore.prototype
  return vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, query) {
    if (stores.includes(this.name)) throw new DOMException('a broken file', 'UnknownError')
    return getAll.call(this, query)
  })
}

/** Leaves this browser without any storage, as in a private window, under a policy or with a broken profile. */
export async function blockStorage() {
  await closeExamDb()
  return vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('The user denied permission', 'SecurityError')
  })
}

type Silent = 'attempts' | 'answers' | 'papers' | 'outbox'

/** Holds back every new transaction on these stores until the returned function is called. */
export async function silenceStorage(...stores: [Silent, ...Silent[]]) {
  let isSilent = true
  let held = Promise.resolve()
  await new Promise<void>((begun) => {
    held = withDb(async (db) => {
      const tx = db.transaction(stores, 'readwrite')
      while (isSilent) {
        await tx.objectStore(stores[0]).count()
        begun()
      }
      await tx.done
    })
  })
  return () => {
    isSilent = false
    return held
  }
}
