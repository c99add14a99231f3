import { setTimeout as pause } from 'node:timers/promises'
import { refundOrder, type Refund } from '../../features/operator/refund-order.ts'
import { listOwed } from '../../features/purchases/refund/list-owed.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import { sendRefund } from '../../features/purchases/rounds/send-refund.ts'
import { toKopiykas } from '../../payments/hryvnias.ts'
import { createProvider } from '../../payments/open-provider.ts'
import type { Call, Command } from '../command.ts'
import { withJobs, withPayments } from '../services.ts'
import { actLines, money } from '../format.ts'
import { stateOf } from './owed.ts'

/** Seconds. The servers request the refund within a minute; the reply takes a moment more. */
const usualWait = 90
const pollMs = 2000
/** Rows of owed refunds that are read; the row in question is among the newest. */
const mostOwed = 100_000

export const refund: Command = {
  takes: 'PURCHASE | ORDER [--line PURCHASE[=HRYVNIAS]]… [--against-the-rule] [--wait SECONDS] --reason WHY',
  does: 'Returns money: all of an order, or of some lines, whole or in part. Checks the offer’s rule, tells the buyer, and waits for what the provider says.',
  options: {
    line: { type: 'string', multiple: true },
    'against-the-rule': { type: 'boolean' },
    wait: { type: 'string' },
  },
  operands: [1, 1],
  async run(call) {
    const seconds = waitOf(call)
    const word = call.word()
    const decided = await withJobs(call, (services) => refundOrder(services, word, readRefund(call)))
    const titles = decided.titles.map((title) => `«${title}»`).join(', ')
    const sentence = `${money(decided.amount, decided.currency)} for ${titles} go back; the buyer is told.`
    if (word.isRehearsal === true) return { facts: decided, lines: actLines(sentence, decided.act, true) }
    for (const line of actLines(sentence, decided.act, false)) call.say(line)
    if (!call.place.hasServers) await sendFromHere(call, decided.refundId)
    const state = await follow(call, decided.refundId, seconds)
    return { facts: { ...decided, state }, lines: [state] }
  },
}

function readRefund({ operands: [of], texts, isSet }: Call): Refund {
  const lines = texts('line').map(readLine)
  return { of: of!, lines: lines.length === 0 ? null : lines, againstTheRule: isSet('against-the-rule') }
}

function readLine(text: string): { purchaseId: string; amount?: number } {
  const [purchaseId, sum, ...rest] = text.split('=')
  if (sum === undefined) return { purchaseId: purchaseId! }
  const amount = rest.length === 0 ? toKopiykas(sum) : null
  if (amount === null || amount === 0)
    throw new OperatorMistake(`--line is PURCHASE or PURCHASE=HRYVNIAS, not ${text}.`)
  return { purchaseId: purchaseId!, amount }
}

/** Without servers nobody else would request the refund now. */
function sendFromHere(call: Call, refundId: string): Promise<void> {
  return withPayments(call, (services) => sendRefund(services, createProvider(services), refundId))
}

/** Seconds to wait for the servers. */
function waitOf({ text, place }: Call): number {
  const seconds = Number(text('wait') ?? (place.hasServers ? usualWait : 0))
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 3600) return seconds
  throw new OperatorMistake('--wait is a whole number of seconds, at most 3600.')
}

/** The state of a refund once its provider has accepted or refused it, or after `seconds`. */
async function follow({ db, say }: Call, refundId: string, seconds: number): Promise<string> {
  const until = performance.now() + seconds * 1000
  if (seconds > 0) say(`Waiting for the provider, ${seconds} s at most…`)
  for (;;) {
    const row = (await listOwed(db, mostOwed)).find((each) => each.refundId === refundId)
    if (row === undefined) return 'Its provider has confirmed the return.'
    const isAnswered = row.sentAt !== null || row.lastError !== null
    if (isAnswered || performance.now() >= until) return `So far: ${stateOf(row)}. The servers go on; see "owed".`
    await pause(pollMs)
  }
}
