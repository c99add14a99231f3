// A lazy boundary: the check of the device loads it, the attempt does not.
import { strict } from '../../storage/connection.ts'
import { withDb } from './database.ts'
import { rowFormat } from '../machine/rows.ts'

/** Writes to the exam's database as an answer is written, reads it back and removes it. Rejects if any of that fails. */
export async function probeStorage(newId: () => string): Promise<void> {
  const name = `probe-${newId()}`
  await withDb(async (db) => {
    const tx = db.transaction('facts', 'readwrite', strict)
    await tx.store.put({ format: rowFormat, name, value: name })
    await tx.done
  })
  const read = await withDb((db) => db.get('facts', name))
  await withDb((db) => db.delete('facts', name))
  if (read?.value !== name) throw new Error('The storage did not give back what it was given')
}
