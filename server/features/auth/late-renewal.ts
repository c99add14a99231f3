import { digest } from '../../config/secrets.ts'

/** One renewal that was answered: which R(n) it brought, by what name, and when the answer was last given. */
export interface AnsweredRenewal {
  readonly generation: number
  /** Digest of the client's `renewal_id`; null where it gave none. */
  readonly id: string | null
  /** Seconds since 1970 by the database's clock. */
  readonly at: number
}

/** Seconds: as long as a kernel continues sending what a page has long given up. */
const lateSeconds = 120
/** Nobody renews more often than that in two minutes but who floods us. */
const mostKept = 8

/** What is kept of the renewals, with this one as the newest: what is too old to matter goes. */
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

/** The same renewals, the newest having been answered once more: its request may have been sent again just now. */
export function answeredAgain(recent: readonly AnsweredRenewal[], now: number): AnsweredRenewal[] {
  const newest = recent.at(-1)
  return newest === undefined ? [] : [...recent.slice(0, -1), { ...newest, at: now }]
}

interface Presented {
  readonly generation: number
  readonly renewalId: string | undefined
  /** The newest generation of the family, and when it was made (seconds), for rows that kept no renewals. */
  readonly newest: number
  readonly madeAt: number
  readonly now: number
}

/**
 * Whether a used-up refresh token may be a request that was on its way for long, not a theft: the direct predecessor, or
 * the very renewal that was answered (same name) before further ones, within two minutes of that answer. It gets no pair.
 */
export function isLateRenewal(recent: readonly AnsweredRenewal[], presented: Presented): boolean {
  const { generation, renewalId, newest, madeAt, now } = presented
  const answered = recent.find((one) => one.generation === generation)
  const isDirect = generation === newest - 1
  // A process of an earlier release keeps no renewals: what it made is known by its time alone.
  if (answered === undefined) return isDirect && now - madeAt <= lateSeconds
  const isNamed = renewalId !== undefined && answered.id === digest(renewalId)
  return (isDirect || isNamed) && now - answered.at <= lateSeconds
}
