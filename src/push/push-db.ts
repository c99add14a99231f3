import { type DBSchema, openDB } from 'idb'
import type { PushKind } from '#contract/push.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { connectionTo, strict } from '../storage/connection.ts'

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

/**
 * What a person has asked for last and what is not carried out yet, in whatever tab; gone once it is. It outlives the page: a
 * change that a closed page has begun is finished by the next one.
 */
export interface PushChoice {
  readonly name: 'choice'
  /** Another choice is another one also where it asks for the same. */
  readonly id: string
  readonly ownerId: string
  /** The kinds that the person wants; null: none. */
  readonly kinds: readonly PushKind[] | null
  /** With null: the mailbox that the server may still know, where it is not the row's. */
  readonly endpoint?: string
}

/** The number of the last change that this browser has sent to a server, under any account. */
interface SentChange {
  readonly name: 'sent'
  readonly change: number
}

/** A database of its own: those of exam and session never change their version. */
interface PushDb extends DBSchema {
  subscription: { key: 'mine' | 'choice' | 'sent'; value: PushRow | PushChoice | SentChange }
}

const connection = connectionTo<PushDb>((terminated) =>
  openDB<PushDb>('push-v1', 1, {
    upgrade: (db) => void db.createObjectStore('subscription', { keyPath: 'name' }),
    terminated,
  }),
)
const withPushDb = connection.use

/** A change that has waited this long for another one runs without it: the other may be of a tab that the system has frozen. */
const lockTimeoutMs = 30_000

/** One change of this browser's push subscription after the other, in whatever tab and in the worker. */
export function inPushTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'push-subscription', timeoutMs: lockTimeoutMs }, change)
}

/** What the server has confirmed. */
export async function readPush(): Promise<PushRow | null> {
  return (await readPushRows()).row
}

export function readPushRows(): Promise<{ row: PushRow | null; choice: PushChoice | null }> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription')
    const [row, choice] = await Promise.all([tx.store.get('mine'), tx.store.get('choice')])
    return { row: (row as PushRow | undefined) ?? null, choice: (choice as PushChoice | undefined) ?? null }
  })
}

/** Writes what is wanted from now on: nothing that was wanted before is carried out any more. */
export function writeChoice(choice: PushChoice): Promise<void> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    await tx.store.put(choice)
    await tx.done
  })
}

/**
 * The number of a change that is about to be sent, greater than all before it and than `known`, the last that the server has
 * heard. Undefined where neither is known: a smaller number than an earlier one would be passed over.
 */
export function nextChange(known: number | null): Promise<number | undefined> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    const sent = ((await tx.store.get('sent')) as SentChange | undefined)?.change ?? null
    const change = sent === null && known === null ? undefined : Math.max(sent ?? 0, known ?? 0) + 1
    if (change !== undefined) await tx.store.put({ name: 'sent', change })
    await tx.done
    return change
  })
}

/**
 * Stores the confirmed row and the remaining work `left`, unless a newer choice has replaced `choiceId` (null: the confirmed state).
 * Returns false then.
 */
export function storeIfCurrent(
  choiceId: string | null,
  row: PushRow | null,
  left: PushChoice | null = null,
): Promise<boolean> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    const wanted = (await tx.store.get('choice')) as PushChoice | undefined
    const isLast =
      (wanted?.id ?? null) === choiceId && (choiceId !== null || (await tx.store.get('mine')) !== undefined)
    if (isLast) {
      await (row === null ? tx.store.delete('mine') : tx.store.put(row))
      await (left === null ? tx.store.delete('choice') : tx.store.put(left))
    }
    await tx.done
    return isLast
  })
}

/** Forgets all of it that is this person's. Returns whether anything was. */
export function dropPush(ownerId: string): Promise<boolean> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    const all = await tx.store.getAll()
    const theirs = all.filter((one) => 'ownerId' in one && one.ownerId === ownerId)
    for (const { name } of theirs) await tx.store.delete(name)
    await tx.done
    return theirs.length > 0
  })
}
