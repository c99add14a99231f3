import { createEmitter } from '../concurrency/emitter.ts'

/** The Date header has whole seconds, and a reply's way is unknown, so a smaller difference counts as none. Milliseconds. */
const differsMs = 2_000
/** A reply that took longer is too imprecise and is ignored. Milliseconds. */
const longestWayMs = 10_000

/** server − device, in milliseconds, by the newest replies; null before the first. */
let offset: number | null = null
const moved = createEmitter()

/** Calls the listener when the difference changes. Returns how to stop listening. */
export const onServerClock = moved.subscribe

/** server − device, in milliseconds: 0 up to two seconds, null if unknown (no reply yet, or another origin hides its Date). */
export const serverOffset = (): number | null => offset

/** The server's time if known, else this device's. Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + (offset ?? 0)

/** Learns the server's time from a reply whose round trip took `tookMs`. Calls are never answered from a cache. */
export function hearServerDate(headers: Headers, tookMs: number): void {
  const second = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(second) || tookMs > longestWayMs) return
  // Date lags by half a second on average, and half of the round trip lies behind us.
  const heard = second + 500 + tookMs / 2 - Date.now()
  const known = offset ?? 0
  const next = Math.abs(heard) <= differsMs ? 0 : Math.abs(heard - known) <= differsMs ? known : heard
  if (next === offset) return
  offset = next
  moved.emit()
}
