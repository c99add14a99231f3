import { strict } from './connection.ts'
import { type RevocationRow, sessionRowFormat, withSessionDb } from './session-db.ts'

/** The log-outs that the server has not answered yet. */
export function standingRevocations(): Promise<RevocationRow[]> {
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
