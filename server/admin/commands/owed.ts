import { type WithheldOfOrder, listWithheld, listOwed, type Owed } from '../../features/purchases/refund/list-owed.ts'
import type { Command } from '../command.ts'
import { age, money, moment, plural } from '../format.ts'

export const owed: Command = {
  takes: '',
  does: 'Money that we owe back: surplus, mismatches, refunds that were decided; what its provider was told of, and what not; and what banks hold of orders.',
  operands: [0, 0],
  async run({ db }) {
    const list = await listOwed(db)
    const held = await listWithheld(db)
    return {
      facts: [...list, ...held],
      lines: [
        ...(list.length === 0 ? ['Nothing is owed.'] : [...list.flatMap(owedLines), sumLine(list)]),
        ...held.flatMap(heldLines),
      ],
    }
  },
}

const causes: Record<Owed['cause'], string> = {
  operator: 'decided by an operator',
  surplus: 'paid too much',
  mismatch: 'did not fit its order',
}

function owedLines(row: Owed): string[] {
  const { amount, currency, provider, paymentId, orderId, cause, author, reason, owedSince } = row
  const by = author === null ? '' : ` (${author}: ${reason ?? '-'})`
  return [
    `${money(amount, currency)} at ${provider}, owed for ${age(owedSince)}: ${causes[cause]}${by}`,
    `  order ${orderId}, payment ${paymentId}`,
    `  ${stateOf(row)}`,
  ]
}

function heldLines(row: WithheldOfOrder): string[] {
  const { amount, currency, provider, status, since, is_taken, orderId, orderStatus, payment_id } = row
  const what = is_taken ? 'HELD' : 'worked on'
  return [
    `${money(amount, currency)} ${what} at ${provider} for ${age(new Date(since))}: ${status}`,
    `  order ${orderId} (${orderStatus}), payment ${payment_id}; asked about daily`,
  ]
}

/** The state of a refund in a sentence. */
export function stateOf({ orderedAt, sentAt, tries, nextTryAt, lastError, isGivenUp }: Owed): string {
  const next = nextTryAt === null ? '' : `; again ${moment(nextTryAt)}`
  const failed = lastError === null ? '' : `: ${lastError}`
  if (isGivenUp) return `GIVEN UP after ${tries} tries${failed}${next}: somebody has to look at it`
  if (sentAt !== null) return `sent ${moment(sentAt)}, not confirmed by its provider${failed}${next}`
  if (orderedAt !== null) return `ordered ${moment(orderedAt)}, its provider’s answer was lost${failed}${next}`
  return tries === 0 ? `not sent yet${next}` : `not sent, tried ${tries} times${failed}${next}`
}

function sumLine(list: readonly Owed[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of list) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const all = [...sums].map(([currency, amount]) => money(amount, currency)).join(', ')
  return `Together ${all} in ${plural(list.length, 'refund')}.`
}
