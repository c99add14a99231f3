import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { type DBSchema, openDB } from 'idb'
import { connectionTo, strict } from '../../storage/connection.ts'
import type { Place } from './kept-queries.ts'

/** Copies of server replies. All can be fetched again: the database may be emptied or deleted at any time. */
interface CacheDb extends DBSchema {
  public: { key: string; value: PersistedQuery }
  /** By [owner's id, entry's key]: one key range per person. */
  people: { key: [string, string]; value: PersistedQuery }
}

const connection = connectionTo<CacheDb>((terminated) =>
  openDB<CacheDb>('cache-v1', 1, {
    upgrade(db) {
      db.createObjectStore('public')
      db.createObjectStore('people')
    },
    terminated,
  }),
)

export function readEntry(place: Place, key: string): Promise<PersistedQuery | undefined> {
  return connection.use((db) =>
    place.kind === 'public' ? db.get('public', key) : db.get('people', [place.ownerId, key]),
  )
}

export function writeEntry(place: Place, key: string, entry: PersistedQuery): Promise<void> {
  return connection.use(async (db) => {
    if (place.kind === 'public') await db.put('public', entry, key)
    else await db.put('people', entry, [place.ownerId, key])
  })
}

export function removeEntry(place: Place, key: string): Promise<void> {
  return connection.use((db) =>
    place.kind === 'public' ? db.delete('public', key) : db.delete('people', [place.ownerId, key]),
  )
}

export function readEntries(place: Place): Promise<[key: string, entry: PersistedQuery][]> {
  return connection.use(async (db) => {
    const found: [string, PersistedQuery][] = []
    if (place.kind === 'public') {
      for await (const { key, value } of db.transaction('public').store) found.push([key, value])
    } else {
      const people = db.transaction('people').store
      for await (const { key, value } of people.iterate(rangeOf(place.ownerId))) found.push([key[1], value])
    }
    return found
  })
}

/** Deletes all entries of one person, durably: what a log-out removes must not come back after a crash. Public entries stay. */
export function forgetPerson(ownerId: string): Promise<void> {
  return connection.use(async (db) => {
    const tx = db.transaction('people', 'readwrite', strict)
    await tx.store.delete(rangeOf(ownerId))
    await tx.done
  })
}

/** Deletes all personal entries but this person's; all of them if nobody is signed in. */
export function forgetOthersReplies(ownerId: string | null): Promise<void> {
  return connection.use(async (db) => {
    const tx = db.transaction('people', 'readwrite', strict)
    for (const key of await tx.store.getAllKeys()) {
      if (key[0] !== ownerId) await tx.store.delete(key)
    }
    await tx.done
  })
}

/** The key range of an owner: an array sorts after every string, so it is the upper bound. */
function rangeOf(ownerId: string): IDBKeyRange {
  return IDBKeyRange.bound([ownerId], [ownerId, []])
}
