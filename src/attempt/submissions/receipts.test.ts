import { describe, expect, it } from 'vitest'
import { readReceipt } from './receipts.ts'

const jws = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`

describe('a receipt as a person reads it', () => {
  it('readReceipt returns the content that was signed, in any letters', () => {
    const receipt = { kind: 'graded', attempt_id: 'a', digest: 'd', at: '2026-03-01T10:00:00.000Z', reason: 'скарга ї' }
    expect(readReceipt(jws(receipt))).toEqual(receipt)
  })

  it('readReceipt returns null for a receipt of another form', () => {
    for (const other of ['', 'abc', 'a.b.c', jws({ kind: 'other' }), jws(null)]) expect(readReceipt(other)).toBeNull()
  })
})
