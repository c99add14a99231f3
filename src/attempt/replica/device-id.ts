import { strict } from '../../storage/connection.ts'
import { withDb } from './database.ts'
import { rowFormat } from './rows.ts'

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

/**
 * The device_id of the answers that are given under one lease. A tab that froze and wakes may give an answer before it
 * hears that another tab went on: were both called the same, two different answers could have the same epoch, seq and
 * device, and the server would keep only the first. Later leases compare as greater.
 */
export function writerName(deviceId: string, lease: number): string {
  return `${deviceId}~${String(lease).padStart(5, '0')}`
}
