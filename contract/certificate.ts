import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Instant } from './scalars.ts'

/** The state of the certificate of one attempt, for its owner. */
export const Certificate = z.object({
  /** Whether one can be opened: a graded exam with a score, and not returned for money. */
  available: z.boolean(),
  open: z.boolean(),
  /** The whole address of its page while it is open, otherwise null. */
  address: z.nullable(z.string()),
  issued_at: z.nullable(Instant),
  /**
   * The result was graded again after it was issued, the key that signed it was voided, or it lacks the warning that its score
   * bears: withdrawn until its owner opens it again.
   */
  outdated: z.boolean(),
  /** The name on it, or the one that would be; empty where the account has none. */
  name: z.string(),
})
export type Certificate = z.output<typeof Certificate>

/** A certificate that holds, in the words that are signed: what its page shows in plain sight. */
export const HeldCertificate = z.object({
  attempt_id: Id,
  /** The whole address of its page. */
  address: z.string(),
  issued_at: Instant,
  /** The exam. */
  taken_at: Instant,
  /** The title of its test. */
  test: z.string(),
  /** Empty where it has none. */
  name: z.string(),
  iq: z.string(),
  interval: z.string(),
  /** Which of its owner's exams of its test: «2-га спроба». Empty in one that was signed before that was said. */
  which: z.string(),
})
export type HeldCertificate = z.output<typeof HeldCertificate>

export const listCertificates = endpoint({
  name: 'listCertificates',
  method: 'GET',
  path: '/api/certificates/',
  auth: 'bearer',
  summary: 'My certificates that hold, the newest first: at most fifty',
  response: z.object({ results: z.array(HeldCertificate) }),
})

export const readCertificate = endpoint({
  name: 'readCertificate',
  method: 'GET',
  path: '/api/certificate/:id/',
  auth: 'bearer',
  summary: 'How the certificate of an attempt (id is the attempt) stands',
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
