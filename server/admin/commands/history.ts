import { requireAccount } from '../../features/operator/find-account.ts'
import { listActions } from '../../features/operator/list-actions.ts'
import type { Call, Command } from '../command.ts'
import type { Facts } from '../../features/audit/act-as-operator.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import { factsLine, moment } from '../format.ts'

const greatestLimit = 1000

export const history: Command = {
  takes: '[USER | ORDER | PURCHASE] [--limit 50]',
  does: 'What operators did, the newest first: to one person, order or purchase, or to all.',
  options: { limit: { type: 'string' } },
  operands: [0, 1],
  async run(call) {
    const list = await listActions(call.db, await idOf(call), limitOf(call))
    return { facts: list, lines: list.length === 0 ? ['Nothing was done.'] : list.flatMap(actionLines) }
  },
}

/** The id of a person, order or purchase; null for all. By an id the acts upon an erased person are found, too. */
async function idOf({ operands: [what], db }: Call): Promise<string | null> {
  if (what === undefined) return null
  return isUuid(what) ? what : (await requireAccount(db, what)).id
}

function limitOf({ text }: Call): number {
  const limit = Number(text('limit') ?? 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatestLimit) return limit
  throw new OperatorMistake(`--limit is a whole number from 1 to ${greatestLimit}.`)
}

type Action = Awaited<ReturnType<typeof listActions>>[number]

export function actionLines(action: Action): string[] {
  const { doneAt, command, author, reason, userId, orderId, purchaseId, attemptId, before, after } = action
  const subject = [
    userId && `user ${userId}`,
    orderId && orderId !== purchaseId && `order ${orderId}`,
    purchaseId && `purchase ${purchaseId}`,
    attemptId && `attempt ${attemptId}`,
  ]
  return [
    `${moment(doneAt)}  ${command}  by ${author}${reason === null ? '' : `: ${reason}`}`,
    `  ${subject.filter(Boolean).join(', ')}`,
    `  before: ${factsLine(before as Facts)}`,
    `  after:  ${factsLine(after as Facts)}`,
  ]
}
