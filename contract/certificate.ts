import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Instant } from './scalars.ts'

/** The state of one attempt's certificate, for its owner. */
export const Certificate = z.object({
  /** Whether the owner can open one: the attempt is a graded exam with a score, and its money was not returned. */
  available: z.boolean(),
  open: z.boolean(),
  /** The full address of its page while it is open, otherwise null. */
  address: z.nullable(z.string()),
  issued_at: z.nullable(Instant),
  /**
   * Withdrawn until its owner opens it again: the result was graded again after the issue, the signing key was voided, or it
   * lacks the warning that its score has.
   */
  outdated: z.boolean(),
  /** The name on it, or the name that it would have; empty if the account has none. */
  name: z.string(),
})
export type Certificate = z.output<typeof Certificate>

/** A valid certificate in its signed words, as its page shows them. */
export const HeldCertificate = z.object({
  attempt_id: Id,
  address: z.string(),
  issued_at: Instant,
  taken_at: Instant,
  test: z.string(),
  /** Empty if it has none. */
  name: z.string(),
  iq: z.string(),
  interval: z.string(),
  /** Which of its owner's exams of the test: «2-га спроба». Empty in certificates signed before this was added. */
  which: z.string(),
})
export type HeldCertificate = z.output<typeof HeldCertificate>

export const listCertificates = endpoint({
  name: 'listCertificates',
  method: 'GET',
  path: '/api/certificates/',
  auth: 'bearer',
  summary: 'The caller’s valid certificates, the newest first, fifty at most',
  response: z.object({ results: z.array(HeldCertificate) }),
})

export const readCertificate = endpoint({
  name: 'readCertificate',
  method: 'GET',
  path: '/api/certificate/:id/',
  auth: 'bearer',
  summary: 'The state of an attempt’s certificate; id is the attempt’s',
  params: IdParams,
  response: Certificate,
})

export const setCertificate = endpoint({
  name: 'setCertificate',
  method: 'PUT',
  path: '/api/certificate/:id/',
  auth: 'bearer',
  summary: "Open the page of an attempt's certificate to everybody who has its address, or close it",
  params: IdParams,
  body: z.object({ open: z.boolean() }),
  response: Certificate,
})
