import { setTimeout as pause } from 'node:timers/promises'
import { ordersOfDays, reconcileByHand } from '../../features/operator/reconcile.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import { PaymentForged, PaymentUnanswered } from '../../payments/payment-provider.ts'
import { createProvider } from '../../payments/open-provider.ts'
import type { Call, Command } from '../command.ts'
import { withPayments } from '../services.ts'
import { money, plural } from '../format.ts'

/** Milliseconds between two questions, so that the provider does not see a flood. */
const pauseMs = 250
/** The limit of the servers, too (`reconcile-paid.ts`). */
const mostDays = 180

export const reconcile: Command = {
  takes: 'ORDER | --days N  --reason WHY',
  does: 'Asks the provider how an order stands, or all of the last days, and books what we had not heard.',
  options: { days: { type: 'string' } },
  operands: [0, 1],
  async run(call) {
    const { operands, db, word, say } = call
    const [orderId] = operands
    const days = daysOf(call)
    const who = word()
    return withPayments(call, async (services) => {
      const provider = createProvider(services)
      const ids = orderId === undefined ? await ordersOfDays(db, provider, days!) : [orderId]
      const changes: Change[] = []
      const unclear: string[] = []
      for (const [index, id] of ids.entries()) {
        if (index > 0) await pause(pauseMs)
        try {
          const { act, ...change } = await reconcileByHand(services, provider, who, id)
          if (act === null) continue
          changes.push({ orderId: id, ...change })
          say(changeLine({ orderId: id, ...change }))
        } catch (error) {
          if (orderId !== undefined || !isOfOneOrder(error)) throw error
          unclear.push(id)
          say(`${id}: ${error.message}`)
        }
      }
      const rehearsed = who.isRehearsal === true ? ' Only rehearsed (--dry-run): nothing was written.' : ''
      const sum = `Asked of ${plural(ids.length, 'order')}: ${changes.length} brought news.${rehearsed}`
      const left =
        unclear.length === 0 ? [] : [`Of ${plural(unclear.length, 'order')} the provider did not say how it stands.`]
      const facts = { asked: ids.length, news: changes, unclear }
      return { facts, lines: [sum, ...left], isIncomplete: unclear.length > 0 }
    })
  },
}

/** The provider works but is unclear about this order. It may answer about others. */
const isOfOneOrder = (error: unknown): error is Error =>
  error instanceof PaymentUnanswered || error instanceof PaymentForged

type Change = { orderId: string } & Omit<Awaited<ReturnType<typeof reconcileByHand>>, 'act'>

function changeLine({ orderId, before, after, added }: Change): string {
  const booked = added.map(({ kind, amount, currency }) => `${kind} ${money(amount, currency)}`).join(', ')
  return `${orderId}: ${before} → ${after}; booked: ${booked || 'nothing'}`
}

function daysOf({ operands, text }: Call): number | null {
  const given = text('days')
  if ((given === null) === (operands.length === 0))
    throw new OperatorMistake('It takes an ORDER or --days N, one of the two.')
  if (given === null) return null
  const days = Number(given)
  if (Number.isInteger(days) && days >= 1 && days <= mostDays) return days
  throw new OperatorMistake(`--days is a whole number from 1 to ${mostDays}.`)
}
