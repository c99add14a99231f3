import { probeServer, type ServerProbe } from '../../../http/probe-server.ts'
import { readTokens } from '../../../session/session-copies.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { probeStorage } from '../../../attempt/replica/probe-storage.ts'

/** What a check of this device has found. */
export interface DeviceReport {
  readonly storageWorks: boolean
  /** Bytes that the browser says are left; null where it says nothing. */
  readonly bytesLeft: number | null
  /** Whether the browser has promised not to clear away what is kept; null where it says nothing. */
  readonly isLasting: boolean | null
  /** Null when the server did not answer. */
  readonly server: ServerProbe | null
}

/** Writing one row takes milliseconds; a storage that has not done it by then is broken. */
const storageTimeoutMs = 5_000
/** Firefox asks the person, and its promise may stay unsettled for ever. */
const askingTimeoutMs = 3_000

/** Looks at what an exam needs of this device, all at once; takes some seconds at most, and never rejects. */
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

/** What fails here is a finding, not a mistake. */
const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )
const orNull = <Found>(work: Promise<Found>) => work.catch(() => null)
