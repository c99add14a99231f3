import { digest } from '../../config/secrets.ts'

/** One answered renewal: the generation of the token that it brought, its id, and when it was last answered. */
export interface AnsweredRenewal {
  readonly generation: number
  /** Digest of the client's `renewal_id`; null if it sent none. */
  readonly id: string | null
  /** Seconds since 1970 by the database's clock. */
  readonly at: number
}

/** Seconds. For so long a kernel may still send a request that its page gave up. */
const lateSeconds = 120
/** Most renewals that are kept. Only a flood has more within two minutes. */
const mostKept = 8

/** The renewals to keep, this one as the newest. Those that are too old to matter are dropped. */
export function withRenewal(
  recent: readonly AnsweredRenewal[],
  generation: number,
  renewalId: string | undefined,
  now: number,
): AnsweredRenewal[] {
  const id = renewalId === undefined ? null : digest(renewalId)
  const others = recent.filter((one) => one.generation < generation && now - one.at <= lateSeconds)
  return [...others, { generation, id, at: now }].slice(-mostKept)
}

/** The same renewals with a new time for the newest: it was answered again, so its request may have been sent again just now. */
export function answeredAgain(recent: readonly AnsweredRenewal[], now: number): AnsweredRenewal[] {
  const newest = recent.at(-1)
  return newest === undefined ? [] : [...recent.slice(0, -1), { ...newest, at: now }]
}

interface Presented {
  readonly generation: number
  readonly renewalId: string | undefined
  /** The newest generation of the family. For rows without renewals `madeAt` says when it was made (seconds). */
  readonly newest: number
  readonly madeAt: number
  readonly now: number
}

/**
 * Whether a used-up refresh token may come from a request that was long on its way, not from a thief. It must be the direct
 * predecessor, or repeat a renewal that was answered (same `renewal_id`), within two minutes of that answer. It gets no pair.
 */
export function isLateRenewal(recent: readonly AnsweredRenewal[], presented: Presented): boolean {
  const { generation, renewalId, newest, madeAt, now } = presented
  const answered = recent.find((one) => one.generation === generation)
  const isDirect = generation === newest - 1
  // A process of an earlier release keeps no renewals, so only the time of its generation is known.
  if (answered === undefined) return isDirect && now - madeAt <= lateSeconds
  const isNamed = renewalId !== undefined && answered.id === digest(renewalId)
  return (isDirect || isNamed) && now - answered.at <= lateSeconds
}
