import { anchorAt, anchorFromOffset, type ClockAnchor, type DeviceTime, offsetOf, readClock } from '../machine/clock.ts'

export interface AttemptTime {
  /** The server's time, as well as it is known. Milliseconds since 1970. */
  readonly now: () => number
  /** A reply carried the server's time; null when it did not. */
  readonly hear: (serverTime: number | null) => void
  readonly setByOffset: (offset: number) => void
  /** server − device, to be stored. */
  readonly offset: () => number
  /** Looks at the clock every second. */
  readonly start: () => void
  readonly tick: () => void
  readonly stop: () => void
}

const second = 1_000
/** How often a clock that cannot be trusted asks for the server's time. Milliseconds. */
const doubtEvery = 10_000
/** An offset that moved less than this is not worth a write. Milliseconds. */
const offsetMatters = 1_000

/** The exam's clock, and its ticking. */
export function createAttemptTime(
  readDevice: () => DeviceTime,
  parts: {
    readonly onTick: (now: number, trusted: boolean) => void
    /** Only the server can say what time it is. */
    readonly onDoubt: () => void
    readonly onOffset: (offset: number) => void
  },
): AttemptTime {
  let anchor: ClockAnchor = anchorFromOffset(0, readDevice())
  let timer: ReturnType<typeof setInterval> | undefined
  let doubtedAt = 0

  function tick(): void {
    const device = readDevice()
    const { now, trusted } = readClock(anchor, device)
    parts.onTick(now, trusted)
    if (trusted || Math.abs(device.steady - doubtedAt) < doubtEvery) return
    doubtedAt = device.steady
    parts.onDoubt()
  }

  return {
    now: () => readClock(anchor, readDevice()).now,
    hear: (serverTime) => {
      if (serverTime === null) return
      const before = offsetOf(anchor)
      anchor = anchorAt(serverTime, readDevice())
      if (Math.abs(offsetOf(anchor) - before) > offsetMatters) parts.onOffset(offsetOf(anchor))
    },
    setByOffset: (offset) => {
      if (!anchor.confirmed) anchor = anchorFromOffset(offset, readDevice())
    },
    offset: () => offsetOf(anchor),
    start: () => {
      clearInterval(timer)
      timer = setInterval(tick, second)
    },
    tick,
    stop: () => clearInterval(timer),
  }
}
