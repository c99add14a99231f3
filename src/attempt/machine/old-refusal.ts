/** A refusal that this build has heard may be over by then: a server can go back to an older release, and on again. Milliseconds. */
const refusalHoldsMs = 24 * 3_600_000

interface HeardRefusal {
  /** Which build of the app heard it; absent or '' where that is not known. */
  readonly refusedBy?: string
  /** When, by this device's clock, milliseconds since 1970. */
  readonly refusedAt?: number
}

/** Whether what was refused is to be tried once more: this build has not heard the refusal, or not for a day. `now` as `refusedAt`. */
export function isRefusalOld({ refusedBy, refusedAt = 0 }: HeardRefusal, build: string, now: number): boolean {
  return refusedBy !== build || Math.abs(now - refusedAt) > refusalHoldsMs
}
