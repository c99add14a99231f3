import { strict } from './connection.ts'
import { type RevocationRow, withSessionDb } from './session-db.ts'

/** The log-outs that no reply of the server has settled. */
export function standingRevocations(): Promise<RevocationRow[]> {
  return withSessionDb((db) => db.getAll('revocations'))
}

export function dropRevocation(refresh: string): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction('revocations', 'readwrite', strict)
    await tx.store.delete(refresh)
    await tx.done
  })
}
