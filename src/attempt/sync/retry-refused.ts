import { onDisk } from '../../delivery/on-disk.ts'
import { refusedBefore, sendAgain } from '../replica/submissions.ts'
import { announce } from './channel.ts'

/**
 * Sends once more what the server has refused, once for each build of the app and at most once a day after that: a refusal can be
 * the fault of one release, and nobody should need a file to get past it. `now`: milliseconds since 1970 by this device.
 */
export async function retryRefused(build: string, now: number): Promise<void> {
  for (const draftId of await onDisk(refusedBefore(build, now))) {
    await onDisk(sendAgain(draftId, now))
    announce({ draftId, change: 'enqueued' })
  }
}
