import { type DBSchema, openDB } from 'idb'
import type { PushKind } from '#contract/push.ts'
import { connectionTo, strict } from './connection.ts'

/** The type of the message by which the worker says to the site's windows that there is news for who is signed in. */
export const newsMessage = 'news'

/** Which notifications this browser gets while the site is closed, and for whom. The worker reads it too. */
export interface PushRow {
  readonly format: 1
  readonly name: 'mine'
  readonly ownerId: string
  readonly kinds: readonly PushKind[]
  /** The mailbox as the server was last told it; `auth` proves to the server that a new one is its successor. */
  readonly endpoint: string
  readonly auth: string
  /** The server's key that the mailbox was opened with. */
  readonly publicKey: string
  /** Milliseconds since 1970 by this device, when the server was last told. */
  readonly toldAt: number
}

/** A database of its own: those of exam and session never change their version. */
interface PushDb extends DBSchema {
  subscription: { key: 'mine'; value: PushRow }
}

const connection = connectionTo<PushDb>((terminated) =>
  openDB<PushDb>('push-v1', 1, {
    upgrade: (db) => void db.createObjectStore('subscription', { keyPath: 'name' }),
    terminated,
  }),
)
const withPushDb = connection.use

export function readPush(): Promise<PushRow | null> {
  return withPushDb(async (db) => (await db.get('subscription', 'mine')) ?? null)
}

export function writePush(row: PushRow): Promise<void> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    await tx.store.put(row)
    await tx.done
  })
}

/** Forgets it, if it is this person's. Returns whether it was. */
export function dropPush(ownerId: string): Promise<boolean> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    const isTheirs = (await tx.store.get('mine'))?.ownerId === ownerId
    if (isTheirs) await tx.store.delete('mine')
    await tx.done
    return isTheirs
  })
}
