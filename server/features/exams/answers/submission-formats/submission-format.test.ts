import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type SubmissionContent, packSubmission, unpackSubmission } from './submission-format.ts'
import stored from './stored-submission.json' with { type: 'json' }

const attemptId = '3f2c1c5e-9f0b-4c43-8a55-0f3a6c1b7d21'
const { privateKey } = generateKeyPairSync('ed25519')
const base64url = (text: string) => Buffer.from(text).toString('base64url')

function receiptOf(
  payload: object,
  header: object = { alg: 'EdDSA', kid: 'k'.repeat(43), typ: 'receipt+jws' },
): string {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

const acceptance = receiptOf({ kind: 'accepted', attempt_id: attemptId, digest: 'a'.repeat(64) })
const grade = receiptOf({ kind: 'graded', attempt_id: attemptId, digest: 'b'.repeat(64), version: 1 })
const graded = (more: object = {}) =>
  JSON.stringify({ status: 'completed', attempt_id: attemptId, correct: 17, ...more, receipt: grade, acceptance })

const whole: SubmissionContent = {
  answers: Array.from({ length: 30 }, (_, place) => ({ question_id: `q${place + 1}`, value: '7dmqn16xnk' })),
  receipt: acceptance,
  replyBytes: graded(),
}

describe('a packed submission, read again', () => {
  const odd: [string, Partial<SubmissionContent>][] = [
    ['graded', {}],
    ['left to a job', { replyBytes: JSON.stringify({ status: 'processing_started', receipt: acceptance }) }],
    ['without an answer', { answers: [] }],
    [
      'with typed answers of any letters',
      { answers: [{ question_id: 'q1', value: 'ї\n\t"\u0000\u2028\ud83d\ude00' }] },
    ],
    ['with a half letter', { answers: [{ question_id: 'q1', value: '\ud83d' }] }],
    ['with several options chosen', { answers: [{ question_id: 'q1', value: ['один', 'два'] }] }],
    ['with a number for an answer', { answers: [{ question_id: '3', value: '12' }] }],
    ['with text that is broken over lines', { replyBytes: graded({ text: 'перший\nдругий\tтретій "$&" \\n' }) }],
    ['with a receipt that its reply does not hold', { receipt: grade, replyBytes: '{}' }],
    ['with a receipt of no form', { receipt: 'a.b.c' }],
    [
      'with a receipt whose last sign says more than bytes',
      { replyBytes: graded({ other: `${grade.slice(0, -1)}B` }) },
    ],
    ['with a receipt of no letters', { replyBytes: graded({ other: `_w.__8.${'A'.repeat(86)}` }) }],
    ['with a receipt that signs lines', { replyBytes: graded({ other: receiptOf({}, ['\n'] as object) }) }],
  ]
  it.each(odd)('a packed submission comes back to the last byte: %s', (_, more) => {
    const content = { ...whole, ...more }
    expect(unpackSubmission(packSubmission(content, attemptId)!, attemptId)).toEqual(content)
  })

  it('a packed submission comes back to the last byte if a part of a receipt is text with bare line breaks', () => {
    const lines = `${base64url('a\nb')}.${base64url('c\td')}.${grade.split('.')[2]}`
    const content = { ...whole, receipt: lines, replyBytes: graded({ other: lines }) }
    expect(unpackSubmission(packSubmission(content, attemptId)!, attemptId)).toEqual(content)
  })
})

it('packSubmission refuses a reply or a receipt with bare line breaks', () => {
  expect(packSubmission({ ...whole, replyBytes: '{\n}' }, attemptId)).toBeNull()
  expect(packSubmission({ ...whole, receipt: 'a\tb' }, attemptId)).toBeNull()
})

it('unpackSubmission names a format that this release does not know', () => {
  expect(() => unpackSubmission(Buffer.from([99, 0, 1, 2]), attemptId)).toThrow('format 99')
})

it('a submission that an earlier release stored reads as it did, and takes under 800 bytes', () => {
  const packed = Buffer.from(stored.packed, 'base64')
  const read = unpackSubmission(packed, stored.attemptId)
  const digest = createHash('sha256')
    .update(JSON.stringify([read.answers, read.receipt, read.replyBytes]))
    .digest('hex')
  expect(digest).toBe(stored.digest)
  expect(read.replyBytes).toContain('"score":{"iq":')
  expect(packed.length).toBeLessThan(800)
  expect(packSubmission(read, stored.attemptId)!.length).toBeLessThan(800)
})
