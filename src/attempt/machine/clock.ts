/**
 * Two readings of the device at one moment: the wall clock, which people and time servers may set, and the monotonic
 * one (performance.now), which many devices stop while they sleep. Milliseconds both.
 */
export interface DeviceTime {
  readonly wall: number
  readonly steady: number
}

/** The server's time at a known moment of the device. `confirmed` is false for an anchor that was read from storage. */
export interface ClockAnchor {
  readonly server: number
  readonly device: DeviceTime
  readonly confirmed: boolean
}

/** Clocks that drift apart by more than this were set by somebody, or the device slept. */
const toleranceMs = 5_000

/** Sets the clock by a reply. The exam's clock is late by the reply's travel time at most, never early. */
export function anchorAt(serverTime: number, device: DeviceTime): ClockAnchor {
  return { server: serverTime, device, confirmed: true }
}

/** The anchor of a page that was opened again, from the difference (server − wall) that an earlier page stored. */
export function anchorFromOffset(offset: number, device: DeviceTime): ClockAnchor {
  return { server: device.wall + offset, device, confirmed: false }
}

/** server − wall, to be stored for the next page. */
export function offsetOf(anchor: ClockAnchor): number {
  return anchor.server - anchor.device.wall
}

/**
 * The server's time now. The further of the two device clocks counts: the wall clock after a sleep, the steady one after
 * somebody has put the wall clock back. `trusted` is false when the two disagree (a sleep and a clock that was put forward
 * look alike) or the anchor was never confirmed. Then only the server may end the exam.
 */
export function readClock(anchor: ClockAnchor, device: DeviceTime): { now: number; trusted: boolean } {
  const wall = device.wall - anchor.device.wall
  const steady = device.steady - anchor.device.steady
  return {
    now: anchor.server + Math.max(wall, steady, 0),
    trusted: anchor.confirmed && Math.abs(wall - steady) <= toleranceMs,
  }
}

export type Threshold = 'half' | 'five-minutes' | 'one-minute'

const minuteMs = 60_000

/**
 * The moments at which a screen reader says the remaining time. It says no seconds, or it would speak all the time. In an
 * exam of ten minutes or less it does not say five minutes, because they are half of it or more.
 */
function thresholds(duration: number | null): [Threshold, number][] {
  const last: [Threshold, number] = ['one-minute', minuteMs]
  const five: [Threshold, number] = ['five-minutes', 5 * minuteMs]
  if (duration === null) return [five, last]
  const half: [Threshold, number] = ['half', duration / 2]
  return duration > 10 * minuteMs ? [half, five, last] : [half, last]
}

/** `short` from five minutes on, or in the last fifth of a short exam; `last` in the last minute. Milliseconds. */
export function urgencyOf(left: number, duration: number | null): 'none' | 'short' | 'last' {
  if (left <= minuteMs) return 'last'
  return left <= Math.min(5 * minuteMs, (duration ?? Infinity) / 5) ? 'short' : 'none'
}

/** The latest threshold between two looks at the clock (milliseconds that remained), or null. */
export function crossedThreshold(before: number, after: number, duration: number | null): Threshold | null {
  const crossed = thresholds(duration).filter(([, at]) => before > at && after <= at && after > 0)
  return crossed.sort(([, a], [, b]) => a - b)[0]?.[0] ?? null
}
