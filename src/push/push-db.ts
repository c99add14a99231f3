import { type DBSchema, openDB } from 'idb'
import type { PushKind } from '#contract/push.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { connectionTo, strict } from '../storage/connection.ts'

/** This browser's push subscription: its owner and kinds of messages. The worker reads it, too. */
export interface PushRow {
  readonly format: 1
  readonly name: 'mine'
  readonly ownerId: string
  readonly kinds: readonly PushKind[]
  /** The mailbox that the server last heard of. `auth` proves to the server that a new mailbox is its successor. */
  readonly endpoint: string
  readonly auth: string
  /** The server's key with which the mailbox was opened. */
  readonly publicKey: string
  /** When the server last heard of it: milliseconds since 1970 by this device. */
  readonly toldAt: number
}

/** A person's last choice until it is carried out, from any tab. It outlives the page: the next page finishes its change. */
export interface PushChoice {
  readonly name: 'choice'
  /** Tells choices apart, also if they ask for the same. */
  readonly id: string
  readonly ownerId: string
  /** The kinds that the person wants; null: no messages. */
  readonly kinds: readonly PushKind[] | null
  /** If `kinds` is null: a mailbox that the server may still know, if it is not the row's. */
  readonly endpoint?: string
}

/** The number of the last change that this browser has sent to a server, under any account. */
interface SentChange {
  readonly name: 'sent'
  readonly change: number
}

/** A separate database: the databases of exam and session never change their version. */
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

/** A change waits this long for another one and then runs: a frozen tab may hold the lock. Milliseconds. */
const lockTimeoutMs = 30_000

/** Runs one change of this browser's push subscription at a time, across tabs and worker. */
export function inPushTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'push-subscription', timeoutMs: lockTimeoutMs }, change)
}

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

/** Writes the newest choice. Earlier choices are no longer carried out. */
export function writeChoice(choice: PushChoice): Promise<void> {
  return withPushDb(async (db) => {
    const tx = db.transaction('subscription', 'readwrite', strict)
    await tx.store.put(choice)
    await tx.done
  })
}

/**
 * The number of the next change, greater than all earlier ones and than `known`, the last number that the server has heard.
 * Undefined if no number is known: the server would ignore one that is smaller than an earlier one.
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

/** Stores the confirmed row and the work `left`. False if a newer choice has replaced `choiceId` (null: the confirmed state). */
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

/** Deletes this person's rows. Returns whether there were any. */
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
