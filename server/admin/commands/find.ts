import { addressAsRead } from '#contract/address-as-read.ts'
import { findPerson, type FoundPerson } from '../../features/operator/find-person.ts'
import type { Command } from '../command.ts'
import { money, moment, plural } from '../format.ts'
import { actionLines } from './history.ts'
import { sessionLine } from './sessions.ts'

export const find: Command = {
  takes: 'EMAIL | ID | ORDER NUMBER',
  does: 'A person with purchases, payments, attempts, sessions and letters, by the address or the id of an account, purchase or attempt, or by an order’s number.',
  operands: [1, 1],
  async run({ operands: [what], db }) {
    const person = await findPerson(db, what!)
    return {
      facts: person,
      lines: [
        ...accountLines(person),
        ...listed('Purchases', person.purchases.flatMap(purchaseLines)),
        ...listed('Payments', person.payments.map(paymentLine)),
        ...listed('Attempts', person.attempts.map(attemptLine)),
        ...listed('Sessions', person.sessions.map(sessionLine)),
        ...listed('Letters to them', person.letters.map(letterLine)),
        ...listed('What operators did', person.actions.flatMap(actionLines)),
      ],
    }
  },
}

const listed = (title: string, lines: string[]) => ['', `${title}:`, ...(lines.length === 0 ? ['  none'] : lines)]

function accountLines({ account }: FoundPerson): string[] {
  const { firstName, lastName, phoneNumber } = account
  return [
    `${addressLine(account.email)} (${account.isVerified ? 'confirmed' : 'not confirmed'})`,
    `  id ${account.id}`,
    `  ${[`${firstName} ${lastName}`.trim() || 'no name', phoneNumber || 'no telephone'].join(', ')}`,
    `  registered ${moment(account.createdAt)}, password of ${moment(account.passwordChangedAt)}`,
    `  ${stateOf(account)}`,
  ]
}

/** The address as people read it, and as stored if that differs. */
function addressLine(email: string): string {
  const read = addressAsRead(email)
  return read === email ? email : `${read} (${email})`
}

function stateOf({ isActive, closedAt, eraseAfter, erasedAt }: FoundPerson['account']): string {
  if (erasedAt !== null) return `erased ${moment(erasedAt)}`
  const blocked = isActive ? 'may log in' : 'BLOCKED'
  if (closedAt === null) return blocked
  return `closed by its owner ${moment(closedAt)}, erased from ${moment(eraseAfter)}${isActive ? '' : '; BLOCKED'}`
}

function purchaseLines(purchase: FoundPerson['purchases'][number]): string[] {
  const { id, title, status, price, currency, provider, exams } = purchase
  const granted = exams.granted === 0 ? '' : ` and ${exams.granted} granted`
  const extraTime = purchase.extraTimeFactor === 1 ? '' : `, time × ${purchase.extraTimeFactor}`
  return [
    `  ${id}  «${title}», ${status}: ${money(price, currency)} by ${provider}, ordered ${moment(purchase.createdAt)}`,
    `    paid ${moment(purchase.paidAt)}, ends ${moment(purchase.expiresAt)}`,
    `    exams: ${exams.spent} begun of ${exams.terms}${granted}, ${exams.left} left${extraTime}`,
    ...(purchase.orderId === id ? [] : [`    a line of order ${purchase.orderId}`]),
  ]
}

function paymentLine({ orderId, kind, amount, currency, paymentId, recordedAt }: FoundPerson['payments'][number]) {
  return `  ${moment(recordedAt)}  ${kind} ${money(amount, currency)}, payment ${paymentId ?? '-'} of order ${orderId}`
}

function attemptLine(attempt: FoundPerson['attempts'][number]): string {
  const { id, purchaseId, mode, state, failure, result } = attempt
  const times = `begun ${moment(attempt.startedAt)}, until ${moment(attempt.deadlineAt)}, handed in ${moment(attempt.submittedAt)}`
  const iq = result?.iq == null ? '' : `, IQ ${result.iq}`
  const grade = result === null ? '' : `: ${result.correct} of ${result.total}${iq}, version ${result.version}`
  return `  ${id}  ${mode} on ${purchaseId}, ${state}${failure ? ` (${failure})` : ''}, ${times}${grade}`
}

function letterLine({ subject, createdAt, sentAt, tries, lastError }: FoundPerson['letters'][number]): string {
  const fate =
    sentAt === null ? `NOT SENT after ${plural(tries, 'try').replace('trys', 'tries')}` : `sent ${moment(sentAt)}`
  return `  ${moment(createdAt)}  ${subject}: ${fate}${lastError === null ? '' : ` (${lastError})`}`
}
