import { describe, expect, it } from 'vitest'
import { type AttemptFailure, failureOf, type Remedy, remedyFor } from './failures.ts'

const refused = (status: number, code: string) =>
  ({ kind: 'refused', status, code, message: 'Чому', resultUrl: null, retryAfter: null }) as const

describe('the failure of an exam', () => {
  it('an exam fails with network after silence, and with html when a web page comes in its place', () => {
    expect(failureOf({ kind: 'silence' })).toEqual({ kind: 'network' })
    expect(failureOf({ kind: 'unreadable', form: 'html', status: 200 })).toEqual({ kind: 'html' })
  })

  it('a refused exam fails with the server’s code and message, and says whether the same call may work later', () => {
    const ack = { kind: 'refused', message: 'Чому' }
    expect(failureOf(refused(403, 'foreign_purchase'))).toStrictEqual({ ...ack, code: 'foreign_purchase' })
    expect(failureOf(refused(429, 'rate_limited'))).toStrictEqual({ ...ack, code: 'rate_limited', isPassing: true })
  })
})

describe('the remedy for a failure', () => {
  it.each<[Remedy, AttemptFailure[]]>([
    ['same-again', [{ kind: 'network' }, { kind: 'html' }, { kind: 'storage' }]],
    ['same-again', [{ kind: 'refused', code: 'rate_limited', message: '', isPassing: true }]],
    ['same-again', [{ kind: 'refused', code: '', message: 'Forbidden' }]],
    ['download', [{ kind: 'needs-attention', code: 'submission_mismatch', message: '' }]],
    ['leave', [{ kind: 'refused', code: 'foreign_purchase', message: '' }]],
    ['start-again', [{ kind: 'refused', code: 'exam_build_failed', message: '' }]],
    ['start-again', [{ kind: 'build-failed', message: '' }, { kind: 'build-expired' }]],
    ['start-again', [{ kind: 'build-timeout', seconds: 270 }]],
  ])('the remedy is %s for %o', (remedy, failures) => {
    for (const failure of failures) expect(remedyFor(failure)).toBe(remedy)
  })
})
