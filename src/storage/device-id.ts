import { strict, withDb } from './exam-db.ts'
import { rowFormat } from './exam-rows.ts'

/** This browser's name among the devices of a person: made once, kept with the drafts, says nothing about the person. */
export function readDeviceId(fresh: () => string): Promise<string> {
  return withDb(async (db) => {
    const tx = db.transaction('facts', 'readwrite', strict)
    const known = await tx.store.get('device_id')
    const value = known?.value ?? fresh()
    if (known === undefined) await tx.store.put({ format: rowFormat, name: 'device_id', value })
    await tx.done
    return value
  })
}
