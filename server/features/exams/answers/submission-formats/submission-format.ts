import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Answer } from '#contract/question.ts'
import { UnreadableRow } from '../../../../db/unreadable-row.ts'
import words1 from './words-1.json' with { type: 'json' }

/** The stored content of a submission: the winning answers, the receipt of their acceptance, and the bytes of the reply. */
export interface SubmissionContent {
  answers: Answer[]
  receipt: string
  replyBytes: string
}

/**
 * Dictionaries of usual texts of replies, the most usual last, by the first byte of a packed submission; a new submission gets
 * the newest. Made from real replies. None is ever changed or removed: the submissions of years are stored with them.
 */
const formats: readonly Buffer[] = [Buffer.from(words1.words)]
const newest = formats.length

/** JSON text never has these unescaped. The first separates two parts, the second replaces a receipt in a reply. */
const between = '\n'
const receiptMark = '\t'
const signatureBytes = 64
/** A compact JWS with an Ed25519 signature, as a JSON string. */
const quotedReceipt = /"([\w-]+)\.([\w-]+)\.([\w-]{86})"/g

/**
 * Packs a submission for the database (decision 0065): the signatures as bytes, then the JSON texts and the texts that the
 * receipts sign, deflated with a dictionary and the attempt's id. Every part comes back to the last byte. Returns null for
 * text with a bare line break or tab, which no JSON of ours has.
 */
export function packSubmission({ answers, receipt, replyBytes }: SubmissionContent, attemptId: string): Buffer | null {
  const signatures: Buffer[] = []
  const receipts: string[] = []
  const signed: string[] = []
  if (hasMarks(replyBytes) || hasMarks(receipt)) return null
  const reply = replyBytes.replaceAll(quotedReceipt, (whole, header: string, payload: string, signature: string) => {
    const texts = [header, payload].map((part) => textIn(part))
    const bytes = Buffer.from(signature, 'base64url')
    if (texts.includes(null) || bytes.toString('base64url') !== signature) return whole
    signatures.push(bytes)
    receipts.push(whole.slice(1, -1))
    signed.push(...(texts as string[]))
    return receiptMark
  })
  const place = receipts.indexOf(receipt)
  const rows = JSON.stringify(answers.map(({ question_id, value }) => [question_id, value]))
  const parts = [rows, place < 0 ? receipt : String(place), reply, ...signed]
  const dictionary = dictionaryOf(newest, attemptId)
  return Buffer.concat([
    Buffer.from([newest, signatures.length]),
    ...signatures,
    deflateRawSync(parts.join(between), { dictionary, level: 9 }),
  ])
}

/** Unpacks the output of `packSubmission` for the same attempt. */
export function unpackSubmission(packed: Buffer, attemptId: string): SubmissionContent {
  const [format = 0, count = 0] = packed
  const text = inflateRawSync(packed.subarray(2 + count * signatureBytes), {
    dictionary: dictionaryOf(format, attemptId),
  })
  const [rows = '', acceptance = '', reply = '', ...signed] = text.toString().split(between)
  const receipts = Array.from({ length: count }, (_, at) => {
    const begins = 2 + at * signatureBytes
    const signature = packed.toString('base64url', begins, begins + signatureBytes)
    return [...signed.slice(at * 2, at * 2 + 2).map(base64url), signature].join('.')
  })
  let next = 0
  return {
    answers: (JSON.parse(rows) as [string, Answer['value']][]).map(([question_id, value]) => ({ question_id, value })),
    receipt: /^\d+$/.test(acceptance) ? receipts[Number(acceptance)]! : acceptance,
    replyBytes: reply.replaceAll(receiptMark, () => `"${receipts[next++]}"`),
  }
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const hasMarks = (text: string) => text.includes(between) || text.includes(receiptMark)

/** Decodes a part of a JWS; null if encoding the text would not give the same part. */
function textIn(part: string): string | null {
  const text = Buffer.from(part, 'base64url').toString()
  return base64url(text) === part && !hasMarks(text) ? text : null
}

function dictionaryOf(format: number, attemptId: string): Buffer {
  const words = formats[format - 1]
  if (!words) throw new UnreadableRow(`A submission is stored in format ${format}, which this release does not know.`)
  return Buffer.concat([words, Buffer.from(attemptId)])
}
