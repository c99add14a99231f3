import * as z from 'zod/mini'
import { Id, IdParams } from '../scalars.ts'
import { Act, Facts, Moment, Reason, staffEndpoint } from './staff-endpoint.ts'

export const readHouse = staffEndpoint({
  name: 'readHouse',
  method: 'GET',
  path: '/api/admin/house/',
  isPolled: true,
  access: 'house.read',
  summary: 'What runs now and what waits: exams, grades, letters, refunds, jobs',
  response: z.object({
    /** By the names of `server/metrics/figures.ts`: counts, sums in kopiykas, ages in seconds. */
    figures: z.record(z.string(), z.number()),
    jobs: z.array(z.object({ queue: z.string(), waiting: z.number(), oldest: z.number() })),
  }),
})

export const readDays = staffEndpoint({
  name: 'readDays',
  method: 'GET',
  path: '/api/admin/days/',
  access: 'house.read',
  summary: 'The last 30 days by the clock of Kyiv: how many people came how far, and the money; nobody is followed',
  response: z.object({
    results: z.array(
      z.object({
        day: z.string(),
        registered: z.number(),
        ordered: z.number(),
        paid: z.number(),
        /** Kopiykas. */
        came: z.number(),
        returned: z.number(),
        submitted: z.number(),
      }),
    ),
  }),
})

export const listGradeDifferences = staffEndpoint({
  name: 'listGradeDifferences',
  method: 'GET',
  path: '/api/admin/differences/',
  access: 'house.read',
  summary: 'Attempts whose grade differs from the acknowledged answers, and that nobody has closed',
  response: z.object({
    results: z.array(
      z.object({
        attempt_id: Id,
        mode: z.string(),
        kinds: z.array(z.string()),
        question_ids: z.array(z.string()),
        found_at: Moment,
      }),
    ),
  }),
})

export const closeGradeDifference = staffEndpoint({
  name: 'closeGradeDifference',
  method: 'POST',
  path: '/api/admin/differences/:id/close/',
  access: 'house.act',
  looksAtPerson: true,
  summary: 'Close a difference with its outcome; it mends nothing',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({ act: Act }),
})

export const listStaffActs = staffEndpoint({
  name: 'listStaffActs',
  method: 'GET',
  path: '/api/admin/acts/',
  access: 'acts.read',
  summary: 'The record of acts, the newest first; `of` is the id of an account, order or purchase',
  query: z.object({ of: z.optional(z.uuid()) }),
  response: z.object({
    results: z.array(
      z.object({
        id: Id,
        done_at: Moment,
        author: z.string(),
        command: z.string(),
        reason: z.nullable(z.string()),
        user_id: z.nullable(Id),
        order_id: z.nullable(Id),
        purchase_id: z.nullable(Id),
        attempt_id: z.nullable(Id),
        before: Facts,
        after: Facts,
      }),
    ),
  }),
})
