import type { MirrorRow } from '../storage/session-db.ts'
import type { LocalCopy } from './tokens.ts'

/** local, mirror: that copy is the session, and the other one must become it. nobody: there is no session. */
export type Holding = 'local' | 'mirror' | 'nobody'

/**
 * The later copy is the session. A crash takes local storage back to an earlier state or to nothing at all, so a mirror
 * that is ahead of it wins, a tombstone included. What a crash never does is take the pair and leave its number: then
 * the pair was removed on purpose. A pair without a number was written by somebody who knows no mirror, and is believed.
 */
export function whichCopyHolds({ pair, seq }: LocalCopy, mirror: MirrorRow | null): Holding {
  const isAhead = mirror !== null && mirror.seq > (seq ?? 0)
  const isBelieved = pair !== null && seq === null
  if (!isAhead || isBelieved) return pair === null ? 'nobody' : 'local'
  return mirror.pair === null ? 'nobody' : 'mirror'
}
