import { describe, expect, it } from 'vitest'
import type { MirrorRow } from './session-db.ts'
import { laterCopy } from './session-copies.ts'

const pair = (n: number) => ({ access: `a${n}`, refresh: `r${n}`, user_id: 'u1' })
const mirror = (seq: number, n: number | null): MirrorRow => ({
  format: 1,
  name: 'mirror',
  seq,
  pair: n === null ? null : pair(n),
})

describe('[S3.07] the two copies of a session', () => {
  it.each([
    ['neither is there', { pair: null, seq: null }, null, 'nobody'],
    ['there is no mirror', { pair: pair(1), seq: 3 }, null, 'local'],
    ['both are the same', { pair: pair(1), seq: 3 }, mirror(3, 1), 'local'],
    ['local storage was lost whole', { pair: null, seq: null }, mirror(3, 1), 'mirror'],
    ['local storage went back in time', { pair: pair(1), seq: 2 }, mirror(3, 2), 'mirror'],
    ['local storage went back to before a log-out', { pair: pair(1), seq: 2 }, mirror(3, null), 'nobody'],
    ['the crash took the log-out from local storage alone', { pair: null, seq: null }, mirror(3, null), 'nobody'],
    ['the pair was removed and its number left', { pair: null, seq: 3 }, mirror(3, 1), 'nobody'],
    ['the mirror could not be written for a while', { pair: pair(5), seq: 5 }, mirror(3, 1), 'local'],
    ['the pair has no number', { pair: pair(9), seq: null }, mirror(3, 1), 'local'],
    ['the same pair has no number again', { pair: pair(9), seq: null }, { ...mirror(4, 1), adopted: 'r9' }, 'mirror'],
    [
      'the same pair has no number again after a log-out',
      { pair: pair(9), seq: null },
      { ...mirror(4, null), adopted: 'r9' },
      'nobody',
    ],
    ['another pair has no number', { pair: pair(9), seq: null }, { ...mirror(4, 1), adopted: 'r8' }, 'local'],
    [
      'a release without a mirror signed a person in after a log-out',
      { pair: pair(9), seq: 3 },
      mirror(3, null),
      'local',
    ],
  ] as const)('laterCopy chooses the right copy of the session when %s', (_, local, row, holding) => {
    expect(laterCopy(local, row)).toBe(holding)
  })
})
