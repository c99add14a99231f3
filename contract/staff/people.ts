import * as z from 'zod/mini'
import { MyData } from '../my-data.ts'
import { Id, IdParams, Kopiykas } from '../scalars.ts'
import { Act, Facts, Moment, Reason, Rehearsal, staffEndpoint } from './staff-endpoint.ts'

export const findPeople = staffEndpoint({
  name: 'findPeople',
  method: 'GET',
  path: '/api/admin/people/',
  access: 'people.read',
  summary: 'The person of an e-mail address, an order’s number, or the id of an account, order, purchase or attempt',
  query: z.object({ what: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) }),
  response: z.object({ id: Id }),
})

/** The exams of a purchase: its frozen terms, what was granted beyond them, what is used up. */
const Exams = z.object({ terms: z.number(), granted: z.number(), spent: z.number(), left: z.number() })

export const Person = z.object({
  account: z.object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone_number: z.string(),
    is_verified: z.boolean(),
    is_active: z.boolean(),
    created_at: Moment,
    password_changed_at: Moment,
    closed_at: z.nullable(Moment),
    erase_after: z.nullable(Moment),
    erased_at: z.nullable(Moment),
  }),
  purchases: z.array(
    z.object({
      id: Id,
      order_id: Id,
      order_number: z.string(),
      title: z.string(),
      status: z.string(),
      price: Kopiykas,
      currency: z.string(),
      provider: z.string(),
      created_at: Moment,
      paid_at: z.nullable(Moment),
      expires_at: z.nullable(Moment),
      exams: Exams,
      extra_time_factor: z.number(),
    }),
  ),
  attempts: z.array(
    z.object({
      id: Id,
      purchase_id: Id,
      mode: z.string(),
      state: z.string(),
      failure: z.nullable(z.string()),
      result: z.nullable(z.object({ correct: z.number(), total: z.number(), iq: z.nullable(z.number()) })),
    }),
  ),
  /** Everything that happened with dates, the newest first. */
  timeline: z.array(
    z.object({
      at: Moment,
      /** account, order, payment, attempt, session, letter, report, act */
      kind: z.string(),
      /** What happened, a stable word: `sent`, `signed_in`, `refund`. */
      what: z.string(),
      /** The id of what it happened to, or null. */
      id: z.nullable(Id),
      /** Words and figures of it: a letter’s subject, an amount with its currency, an author and a reason. */
      facts: Facts,
    }),
  ),
})
export type Person = z.output<typeof Person>

export const readPerson = staffEndpoint({
  name: 'readPerson',
  method: 'GET',
  path: '/api/admin/people/:id/',
  access: 'people.read',
  looksAtPerson: true,
  summary: 'What is known of a person, without answers, keys and texts of letters',
  params: IdParams,
  response: Person,
})

export const readAttemptHistory = staffEndpoint({
  name: 'readAttemptHistory',
  method: 'GET',
  path: '/api/admin/attempts/:id/',
  access: 'people.read',
  looksAtPerson: true,
  summary: 'What came of an attempt and when, without the answers themselves; `after` is the cursor of the page before',
  params: IdParams,
  query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  response: z.object({
    attempt_id: Id,
    user_id: Id,
    mode: z.string(),
    state: z.string(),
    started_at: z.nullish(z.string()),
    deadline_at: z.nullish(z.string()),
    late_until: z.nullish(z.string()),
    submitted_at: z.nullish(z.string()),
    closed_by: z.nullish(z.string()),
    pauses: z.array(z.object({ cause: z.string(), began_at: z.string(), ended_at: z.nullish(z.string()) })),
    versions: z.array(
      z.object({
        version: z.number(),
        reason: z.string(),
        author: z.string(),
        created_at: z.string(),
        correct: z.number(),
        total: z.number(),
      }),
    ),
    events: z.array(
      z.object({
        number: z.nullish(z.number()),
        /** The answer was taken back. */
        is_cleared: z.boolean(),
        device_id: z.string(),
        phase: z.string(),
        received_at: z.string(),
      }),
    ),
    next: z.nullable(z.string()),
  }),
})

export const exportPersonData = staffEndpoint({
  name: 'exportPersonData',
  method: 'GET',
  path: '/api/admin/people/:id/data/',
  access: 'people.act',
  needsProof: true,
  looksAtPerson: true,
  summary: 'Everything that is kept of a person, as they would download it: for a request by letter',
  params: IdParams,
  response: MyData,
})

const ActBody = z.object({ reason: Reason, rehearse: Rehearsal })

const personAct = (name: string, path: string, summary: string) =>
  staffEndpoint({
    name,
    method: 'POST',
    path: `/api/admin/people/:id/${path}/`,
    access: 'people.act',
    looksAtPerson: true,
    summary,
    params: IdParams,
    body: ActBody,
    response: z.object({ act: Act }),
  })

export const blockPerson = personAct('blockPerson', 'block', 'Shut a person out; answers and clocks go on')
export const unblockPerson = personAct('unblockPerson', 'unblock', 'Let a blocked person in again')
export const closePerson = personAct(
  'closePerson',
  'close',
  'Close an account by its owner’s request: erased in seven days, and a letter says how to undo it',
)
export const endPersonSessions = personAct('endPersonSessions', 'sessions/end', 'Sign a person out of every browser')

export const grantExamTo = staffEndpoint({
  name: 'grantExamTo',
  method: 'POST',
  path: '/api/admin/purchases/:id/exam/',
  access: 'people.act',
  looksAtPerson: true,
  summary: 'Grant one more exam to a purchase and tell its owner',
  params: IdParams,
  body: ActBody,
  response: z.object({ act: Act }),
})

export const grantExtraTimeTo = staffEndpoint({
  name: 'grantExtraTimeTo',
  method: 'POST',
  path: '/api/admin/purchases/:id/extra-time/',
  access: 'people.act',
  looksAtPerson: true,
  summary: 'Give the exams of one purchase more time; no reason is kept (decision 0022)',
  params: IdParams,
  body: z.object({ factor: z.number().check(z.minimum(1), z.maximum(4)), rehearse: Rehearsal }),
  response: z.object({
    minutes: z.object({ all: z.number(), extra: z.number() }),
    is_change: z.boolean(),
    is_one_running: z.boolean(),
  }),
})
