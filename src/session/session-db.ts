import { type DBSchema, openDB } from 'idb'
import { connectionTo, strict } from '../storage/connection.ts'

/** A pair of tokens and whose it is; null when the server has not said that yet. */
export interface KeptPair {
  readonly access: string
  readonly refresh: string
  readonly user_id: string | null
}

interface Row {
  readonly format: number
}

/** The session as it last was. Each change raises `seq`; a `pair` of null is the tombstone that a log-out leaves. */
export interface MirrorRow extends Row {
  readonly name: 'mirror'
  readonly seq: number
  readonly pair: KeptPair | null
  /**
   * The end (`tokenEnding`) of the refresh token of the last pair that was found without a number. Local storage may hold that
   * pair again after a crash; it is used up then and not to be believed a second time. Absent when there was none. It outlives a
   * log-out, so it must not be the token itself.
   */
  readonly adopted?: string
}

/** What was last known of the signed-in person, for a start without a network. */
export interface ProfileRow extends Row {
  readonly ownerId: string
  readonly profile: unknown
  /** Milliseconds since 1970 by this device, when the server said so; absent in rows of the first releases. */
  readonly savedAt?: number
}

/** A log-out that the server may not have heard of. */
export interface RevocationRow extends Row {
  readonly refresh: string
  /** Milliseconds since 1970 by this device. */
  readonly madeAt: number
  /** Answers of a server that does not know this call, and when the last was counted; absent before the first. */
  readonly refusals?: { readonly count: number; readonly lastAt: number }
}

/** What must be known of the session after a crash. Like the exam's, the version of this database is never raised. */
export interface SessionDb extends DBSchema {
  mirror: { key: 'mirror'; value: MirrorRow }
  profiles: { key: string; value: ProfileRow }
  revocations: { key: string; value: RevocationRow }
}

const connection = connectionTo<SessionDb>((terminated) =>
  openDB<SessionDb>('session-v1', 1, {
    upgrade(db) {
      db.createObjectStore('mirror', { keyPath: 'name' })
      db.createObjectStore('profiles', { keyPath: 'ownerId' })
      db.createObjectStore('revocations', { keyPath: 'refresh' })
    },
    terminated,
  }),
)

export const withSessionDb = connection.use
export const closeSessionDb = connection.close
export const sessionRowFormat = 1

/**
 * The session's second copy. localStorage is the first, and a crash loses what was written to it last: seconds or minutes
 * of it. What is written here is on the disk when the promise resolves.
 */
export function readMirror(): Promise<MirrorRow | null> {
  return withSessionDb(async (db) => (await db.get('mirror', 'mirror')) ?? null)
}

/**
 * Puts the next state unless the mirror holds a later one than `known`, the seq that the caller started from: a sibling
 * tab's pair or a log-out is not overwritten. `isAdopted`: the pair was found without a number. Returns the row as it is
 * afterwards.
 */
export function swapMirror(pair: KeptPair | null, known: number, isAdopted = false): Promise<MirrorRow> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles'], 'readwrite', strict)
    const stored = await tx.objectStore('mirror').get('mirror')
    const adopted = isAdopted && pair !== null ? tokenEnding(pair) : stored?.adopted
    const row = stored !== undefined && stored.seq > known ? stored : rowOf(pair, known + 1, adopted)
    if (row !== stored) await tx.objectStore('mirror').put(row)
    if (row.pair === null) await tx.objectStore('profiles').clear()
    await tx.done
    return row
  })
}

/** Somebody signed in here: later than everything. Returns the row. */
export function mirrorSignIn(pair: KeptPair, known: number): Promise<MirrorRow> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles'], 'readwrite', strict)
    const mirror = tx.objectStore('mirror')
    const stored = await mirror.get('mirror')
    const row = rowOf(pair, Math.max(stored?.seq ?? 0, known) + 1, stored?.adopted)
    await mirror.put(row)
    await tx.objectStore('profiles').clear()
    await tx.done
    return row
  })
}

/**
 * Somebody signed out here: the tombstone, later than everything, and in the same transaction the revocation of the
 * refresh token, for the case that the server cannot be told now. Returns the tombstone.
 */
export function mirrorSignOut(refresh: string | null, known: number, now: number): Promise<MirrorRow> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles', 'revocations'], 'readwrite', strict)
    const mirror = tx.objectStore('mirror')
    const stored = await mirror.get('mirror')
    const row = rowOf(null, Math.max(stored?.seq ?? 0, known) + 1, stored?.adopted)
    await mirror.put(row)
    await tx.objectStore('profiles').clear()
    if (refresh !== null) {
      await tx.objectStore('revocations').put({ format: sessionRowFormat, refresh, madeAt: now })
    }
    await tx.done
    return row
  })
}

/**
 * What tells a pair from the others of this browser: the end of its refresh token's random part or signature. 48 bits of
 * some 256 name a token, and open nothing.
 */
export function tokenEnding({ refresh }: KeptPair): string {
  return refresh.slice(-8)
}

function rowOf(pair: KeptPair | null, seq: number, adopted: string | undefined): MirrorRow {
  return { format: sessionRowFormat, name: 'mirror', seq, pair, ...(adopted !== undefined && { adopted }) }
}

/**
 * Keeps what the server said of the signed-in person at `savedAt`, in milliseconds since 1970. Losing it costs a name in
 * the header, offline.
 */
export function keepProfile(ownerId: string, profile: unknown, savedAt: number): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles'], 'readwrite')
    const mirror = await tx.objectStore('mirror').get('mirror')
    // The reply may come after the log-out, or after another person's log-in: nothing of its owner stays behind then.
    if (mirror?.pair?.user_id === ownerId) {
      await tx.objectStore('profiles').clear()
      await tx.objectStore('profiles').put({ format: sessionRowFormat, ownerId, profile, savedAt })
    }
    await tx.done
  })
}

/** As it was kept, its profile unparsed: a release of another day may have written it. */
export function readKeptProfile(ownerId: string): Promise<ProfileRow | undefined> {
  return withSessionDb((db) => db.get('profiles', ownerId))
}

/** The log-outs that the server has not answered yet. */
export function openRevocations(): Promise<RevocationRow[]> {
  return withSessionDb((db) => db.getAll('revocations'))
}

/** Keeps that this session must end, until the server has heard it. `now`: milliseconds since 1970 by this device. */
export function keepRevocation(refresh: string, now: number): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction('revocations', 'readwrite', strict)
    await tx.store.put({ format: sessionRowFormat, refresh, madeAt: now })
    await tx.done
  })
}

/** Keeps how often a server has not known this call; a revocation that has been finished by then stays finished. */
export function noteRefusal(refresh: string, refusals: NonNullable<RevocationRow['refusals']>): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction('revocations', 'readwrite', strict)
    const row = await tx.store.get(refresh)
    if (row !== undefined) await tx.store.put({ ...row, refusals })
    await tx.done
  })
}

export function dropRevocation(refresh: string): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction('revocations', 'readwrite', strict)
    await tx.store.delete(refresh)
    await tx.done
  })
}
