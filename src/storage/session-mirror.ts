import { strict } from './connection.ts'
import { type KeptPair, type MirrorRow, sessionRowFormat, withSessionDb } from './session-db.ts'

/**
 * The session's second copy. localStorage is the first, and a crash loses what was written to it last: seconds or minutes
 * of it. What is written here is on the disk when the promise resolves.
 */
export function readMirror(): Promise<MirrorRow | null> {
  return withSessionDb(async (db) => (await db.get('mirror', 'mirror')) ?? null)
}

/**
 * Puts the next state unless the mirror holds a later one than `known`, the seq that the caller went on from: a sibling
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
