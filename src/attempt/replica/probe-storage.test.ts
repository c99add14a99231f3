import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withDb } from './database.ts'
import { probeStorage } from './probe-storage.ts'

const probe = () => probeStorage(() => crypto.randomUUID())

describe('the probe of the storage', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('the storage probe writes with strict durability, like an answer, and leaves no row behind', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await probe()
    expect(transaction).toHaveBeenCalledWith('facts', 'readwrite', { durability: 'strict' })
    expect(await withDb((db) => db.count('facts'))).toBe(0)
  })

  it('the storage probe fails on a full disk, and when the written row cannot be read back', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room left', 'QuotaExceededError')
    })
    await expect(probe()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    put.mockImplementation(function (this: IDBObjectStore) {
      return this.get('nothing') as IDBRequest
    })
    await expect(probe()).rejects.toThrow('did not give back')
  })
})
