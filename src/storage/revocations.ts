import { strict } from './connection.ts'
import { type RevocationRow, withSessionDb } from './session-db.ts'

/** The log-outs that no reply of the server has settled. */
export function standingRevocations(): Promise<RevocationRow[]> {
  return withSessionDb((db) => db.getAll('revocations'))
}

/** Keeps how often a server has not known this call; a revocation that was settled meanwhile stays settled. */
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
