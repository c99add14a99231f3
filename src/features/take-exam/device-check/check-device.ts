import { probeServer, type ServerProbe } from '../../../http/probe-server.ts'
import { readTokens } from '../../../session/session-copies.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { probeStorage } from '../../../attempt/replica/probe-storage.ts'

export interface DeviceReport {
  readonly storageWorks: boolean
  /** Bytes left by the browser's estimate; null without one. */
  readonly bytesLeft: number | null
  /** Whether the browser promised never to clear this site's storage by itself; null where it says nothing. */
  readonly isLasting: boolean | null
  /** Null when the server did not answer. */
  readonly server: ServerProbe | null
}

/** Writing one row takes milliseconds. After this time the storage counts as broken. */
const storageTimeoutMs = 5_000
/** Firefox asks the person, and its promise may stay unsettled for ever. */
const askingTimeoutMs = 3_000

/** Checks concurrently all that an exam needs from this device. Takes some seconds at most, and never rejects. */
export async function checkDevice(): Promise<DeviceReport> {
  const [storageWorks, bytesLeft, isLasting, server] = await Promise.all([
    succeeds(
      withTimeout(
        probeStorage(() => crypto.randomUUID()),
        storageTimeoutMs,
      ),
    ),
    orNull(withTimeout(spaceLeft(), storageTimeoutMs)),
    orNull(withTimeout(askToLast(), askingTimeoutMs)),
    orNull(probeServer(readTokens()?.access)),
  ])
  return { storageWorks, bytesLeft, isLasting, server }
}

async function spaceLeft(): Promise<number | null> {
  // No limit: the caller has one.
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? null : Math.max(0, quota - (usage ?? 0))
}

async function askToLast(): Promise<boolean | null> {
  // No limit: the caller has one, for the person may be asked.
  const has = await navigator.storage?.persisted?.()
  // No limit: as above.
  return has === true ? true : ((await navigator.storage?.persist?.()) ?? null)
}

/** A failure here is a finding, not an error. */
const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
const orNull = <Found>(work: Promise<Found>) => work.catch(() => null)
