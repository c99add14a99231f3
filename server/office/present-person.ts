import type { Person } from '#contract/staff/people.ts'
import type { FoundPerson } from '../features/operator/find-person.ts'
import { orderNumber } from '../features/purchases/order-number.ts'

type Event = Person['timeline'][number]

/** A person as the back office shows them: the account, purchases and attempts, and everything with dates in one timeline. */
export function presentPerson(person: FoundPerson): Person {
  const { account, purchases, attempts } = person
  return {
    account: {
      id: account.id,
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      phone_number: account.phoneNumber,
      is_verified: account.isVerified,
      is_active: account.isActive,
      created_at: account.createdAt,
      password_changed_at: account.passwordChangedAt,
      closed_at: account.closedAt,
      erase_after: account.eraseAfter,
      erased_at: account.erasedAt,
    },
    purchases: purchases.map((each) => ({
      id: each.id,
      order_id: each.orderId,
      order_number: orderNumber(each.orderId),
      title: each.title,
      status: each.status,
      price: each.price,
      currency: each.currency,
      provider: each.provider,
      created_at: each.createdAt,
      paid_at: each.paidAt,
      expires_at: each.expiresAt,
      exams: each.exams,
      extra_time_factor: each.extraTimeFactor,
    })),
    attempts: attempts.map((each) => ({
      id: each.id,
      purchase_id: each.purchaseId,
      mode: each.mode,
      state: each.state,
      failure: each.failure,
      result: each.result && { correct: each.result.correct, total: each.result.total, iq: each.result.iq },
    })),
    timeline: timelineOf(person),
  }
}

function timelineOf(person: FoundPerson): Event[] {
  const events = [
    ...eventsOfAccount(person),
    ...person.purchases.flatMap(eventsOfPurchase),
    ...person.payments.map(({ orderId, kind, amount, currency, paymentId, recordedAt }) =>
      event(recordedAt, 'payment', kind, orderId, { amount, currency, payment: paymentId }),
    ),
    ...person.attempts.flatMap(eventsOfAttempt),
    ...person.sessions.flatMap(eventsOfSession),
    ...person.letters.flatMap(eventsOfLetter),
    ...person.reports.flatMap(eventsOfReport),
    ...person.consents.map(({ kind, version, accepted, givenAt }) =>
      event(givenAt, 'consent', accepted ? 'given' : 'withdrawn', null, { text: kind, version }),
    ),
    ...person.actions.map(({ doneAt, command, author, reason }) =>
      event(doneAt, 'act', command, null, { author, reason }),
    ),
  ]
  return events.filter((each) => each !== null).toSorted((one, other) => +other.at - +one.at)
}

function eventsOfAccount({ account }: FoundPerson): (Event | null)[] {
  return [
    event(account.createdAt, 'account', 'registered', account.id),
    event(account.closedAt, 'account', 'closed', account.id),
    event(account.erasedAt, 'account', 'erased', account.id),
  ]
}

function eventsOfPurchase({ id, title, createdAt, paidAt, price, currency }: FoundPerson['purchases'][number]) {
  return [
    event(createdAt, 'order', 'ordered', id, { title, amount: price, currency }),
    event(paidAt, 'order', 'paid', id, { title }),
  ]
}

function eventsOfAttempt({ id, mode, createdAt, startedAt, submittedAt, failure }: FoundPerson['attempts'][number]) {
  return [
    event(createdAt, 'attempt', 'opened', id, { mode, failure }),
    event(startedAt, 'attempt', 'started', id, { mode }),
    event(submittedAt, 'attempt', 'submitted', id, { mode }),
  ]
}

function eventsOfSession({ id, createdAt, endedAt, endedBecause }: FoundPerson['sessions'][number]) {
  return [
    event(createdAt, 'session', 'signed_in', id),
    event(endedAt, 'session', 'ended', id, { because: endedBecause }),
  ]
}

function eventsOfLetter({ subject, createdAt, sentAt, tries, lastError }: FoundPerson['letters'][number]) {
  return [
    event(createdAt, 'letter', 'queued', null, { subject, tries, error: lastError }),
    event(sentAt, 'letter', 'sent', null, { subject }),
  ]
}

function eventsOfReport({ id, number, createdAt, closedAt, outcome }: FoundPerson['reports'][number]) {
  return [
    event(createdAt, 'report', 'filed', id, { question: number }),
    event(closedAt, 'report', 'closed', id, { outcome }),
  ]
}

/** Null without a moment: it has not happened. */
function event(
  at: Date | null,
  kind: string,
  what: string,
  id: string | null,
  facts: Event['facts'] = {},
): Event | null {
  return at === null ? null : { at, kind, what, id, facts }
}
