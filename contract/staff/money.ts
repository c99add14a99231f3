import * as z from 'zod/mini'
import { Id, IdParams, Kopiykas } from '../scalars.ts'
import { Act, Moment, Reason, Rehearsal, staffEndpoint } from './staff-endpoint.ts'

export const orderStates = ['pending', 'paid', 'failed', 'expired', 'refunded'] as const

const OrderRow = z.object({
  id: Id,
  number: z.string(),
  user_id: Id,
  title: z.string(),
  status: z.string(),
  price: Kopiykas,
  currency: z.string(),
  provider: z.string(),
  is_held: z.boolean(),
  created_at: Moment,
})

export const listOrders = staffEndpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/admin/orders/',
  access: 'money.read',
  summary: 'Orders, the newest first, perhaps of one state; `after` is the last id of the page before',
  query: z.object({
    status: z.optional(z.enum(orderStates)),
    after: z.optional(z.uuid()),
  }),
  response: z.object({ results: z.array(OrderRow), next: z.nullable(Id) }),
})

export const readOrder = staffEndpoint({
  name: 'readOrder',
  method: 'GET',
  path: '/api/admin/orders/:id/',
  access: 'money.read',
  looksAtPerson: true,
  summary: 'One order with its lines and all movements of its money',
  params: IdParams,
  response: z.object({
    order: OrderRow,
    lines: z.array(z.object({ id: Id, title: z.string(), status: z.string(), price: Kopiykas })),
    movements: z.array(
      z.object({
        kind: z.string(),
        amount: z.number(),
        currency: z.string(),
        payment_id: z.nullable(z.string()),
        recorded_at: Moment,
      }),
    ),
    /** What the offer says against a refund of the whole order, in words; empty if the buyer has a right to it. */
    breaches: z.array(z.string()),
  }),
})

export const listOwedMoney = staffEndpoint({
  name: 'listOwedMoney',
  method: 'GET',
  path: '/api/admin/owed/',
  access: 'money.read',
  summary: 'Money that we owe back, and money that banks withhold',
  response: z.object({
    owed: z.array(
      z.object({
        order_id: Id,
        amount: z.number(),
        currency: z.string(),
        cause: z.enum(['operator', 'surplus', 'mismatch']),
        owed_since: Moment,
        tries: z.number(),
        last_error: z.nullable(z.string()),
        is_given_up: z.boolean(),
      }),
    ),
    withheld: z.array(
      z.object({
        order_id: Id,
        amount: z.number(),
        currency: z.string(),
        status: z.string(),
        since: z.string(),
        is_taken: z.boolean(),
      }),
    ),
  }),
})

export const refundOrderOf = staffEndpoint({
  name: 'refundOrderOf',
  method: 'POST',
  path: '/api/admin/orders/:id/refund/',
  access: 'money.refund',
  needsProof: true,
  looksAtPerson: true,
  summary: 'Return money of an order: all of it, or of some lines, whole or in part',
  params: IdParams,
  body: z.object({
    /** Lines of the order (purchases); a line without an amount is returned whole. Left out: all lines. */
    lines: z.optional(
      z
        .array(z.object({ purchase_id: z.uuid(), amount: z.optional(z.number().check(z.int(), z.minimum(1))) }))
        .check(z.minLength(1), z.maxLength(20)),
    ),
    against_the_rule: z.optional(z.boolean()),
    reason: Reason,
    rehearse: Rehearsal,
  }),
  response: z.object({
    amount: Kopiykas,
    currency: z.string(),
    titles: z.array(z.string()),
    breaches: z.array(z.string()),
    act: Act,
  }),
})

export const reconcileOrderNow = staffEndpoint({
  name: 'reconcileOrderNow',
  method: 'POST',
  path: '/api/admin/orders/:id/reconcile/',
  access: 'money.reconcile',
  looksAtPerson: true,
  summary: 'Ask the provider about every payment of an order, and book what is new',
  params: IdParams,
  body: z.object({ reason: Reason }),
  response: z.object({
    before: z.string(),
    after: z.string(),
    added: z.array(z.object({ kind: z.string(), amount: z.number(), currency: z.string() })),
  }),
})

export const exportMonth = staffEndpoint({
  name: 'exportMonth',
  method: 'GET',
  path: '/api/admin/money/:month/',
  access: 'money.read',
  summary: 'All movements of money of a month by the clock of Kyiv, as CSV (RFC 4180, UTF-8 with a mark)',
  params: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
  response: z.string(),
})
