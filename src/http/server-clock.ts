import { createEmitter } from '../concurrency/emitter.ts'

/** A reply's second is cut off, and its way is not known: less than this is no difference. Milliseconds. */
const differsMs = 2_000
/** A reply that took longer says too little. */
const longestWayMs = 10_000

/** server − device, in milliseconds, as the newest replies say; null before any has been heard. */
let offset: number | null = null
const moved = createEmitter()

/** Called when the difference is another one. Returns how to stop. */
export const onServerClock = moved.subscribe

/**
 * How far the server's clock is ahead of this device's, in milliseconds; 0 where they agree to two seconds, null while nobody knows: no
 * reply was heard, or the server is of another origin and does not let its date be read.
 */
export const serverOffset = (): number | null => offset

/** The server's time as far as it is known, else this device's. Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + (offset ?? 0)

/** Learns the server's time of a reply that `tookMs` on its way there and back. Calls are never answered from a cache. */
export function hearServerDate(headers: Headers, tookMs: number): void {
  const second = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(second) || tookMs > longestWayMs) return
  // On average half a second is cut off, and half of the way lies behind us.
  const heard = second + 500 + tookMs / 2 - Date.now()
  const known = offset ?? 0
  const next = Math.abs(heard) <= differsMs ? 0 : Math.abs(heard - known) <= differsMs ? known : heard
  if (next === offset) return
  offset = next
  moved.emit()
}
