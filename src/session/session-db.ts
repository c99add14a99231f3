import { type DBSchema, openDB } from 'idb'
import { connectionTo, strict } from '../storage/connection.ts'

/** A pair of tokens and its owner; null while the server has not named one. */
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
   * The end (`tokenEnding`) of the refresh token of the last pair that was found without a number. A crash may restore that
   * pair in localStorage, used up; it must not be adopted twice. Absent if there was none. Not the token itself, because the
   * row outlives a log-out.
   */
  readonly adopted?: string
}

/** The last known profile of the signed-in person, for a start without a network. */
export interface ProfileRow extends Row {
  readonly ownerId: string
  readonly profile: unknown
  /** When the server sent the profile: milliseconds since 1970 by this device. Absent in rows of the first releases. */
  readonly savedAt?: number
}

/** A log-out that the server may not have heard of. */
export interface RevocationRow extends Row {
  readonly refresh: string
  /** Milliseconds since 1970 by this device. */
  readonly madeAt: number
  /** Refusals of a server that does not know this call, and when the last was counted; absent before the first. */
  readonly refusals?: { readonly count: number; readonly lastAt: number }
}

/** What must survive a crash. The version of this database is never raised, like that of the exam's. */
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

/** Reads the second copy. A crash loses the last seconds or minutes of the first (localStorage), but no write to this one. */
export function readMirror(): Promise<MirrorRow | null> {
  return withSessionDb(async (db) => (await db.get('mirror', 'mirror')) ?? null)
}

/**
 * Compare-and-swap: writes the next state unless the mirror holds a later one than `known`, the seq from which the caller
 * started. So a sibling tab's pair or a log-out is not overwritten. `isAdopted`: the pair was found without a number. Returns
 * the row that the mirror then holds.
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

/** Writes the pair of a log-in here, later than everything. Returns the row. */
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
 * Writes the tombstone of a log-out here, later than everything. The same transaction keeps the revocation of the refresh
 * token, because the server may not be reachable now. Returns the tombstone.
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

/** The end of a token's random part or signature: 48 of some 256 bits tell this browser's pairs apart and open nothing. */
export function tokenEnding({ refresh }: KeptPair): string {
  return refresh.slice(-8)
}

function rowOf(pair: KeptPair | null, seq: number, adopted: string | undefined): MirrorRow {
  return { format: sessionRowFormat, name: 'mirror', seq, pair, ...(adopted !== undefined && { adopted }) }
}

/** Stores the server's profile of `savedAt` (milliseconds since 1970). Without it an offline start lacks the person's name. */
export function keepProfile(ownerId: string, profile: unknown, savedAt: number): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles'], 'readwrite')
    const mirror = await tx.objectStore('mirror').get('mirror')
    // The reply may come after the log-out, or after another person's log-in: then nothing of its owner may stay.
    if (mirror?.pair?.user_id === ownerId) {
      await tx.objectStore('profiles').clear()
      await tx.objectStore('profiles').put({ format: sessionRowFormat, ownerId, profile, savedAt })
    }
    await tx.done
  })
}

/** The stored profile, not validated: another release may have written it. */
export function readKeptProfile(ownerId: string): Promise<ProfileRow | undefined> {
  return withSessionDb((db) => db.get('profiles', ownerId))
}

/** The log-outs that the server has not answered yet. */
export function openRevocations(): Promise<RevocationRow[]> {
  return withSessionDb((db) => db.getAll('revocations'))
}

/** Notes that this session must end, until the server has heard it. `now`: milliseconds since 1970 by this device. */
export function keepRevocation(refresh: string, now: number): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction('revocations', 'readwrite', strict)
    await tx.store.put({ format: sessionRowFormat, refresh, madeAt: now })
    await tx.done
  })
}

/** Stores how often a server has not known this call. A revocation that was finished meanwhile stays finished. */
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
