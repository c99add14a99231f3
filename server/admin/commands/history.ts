import { requireAccountBehind } from '../../features/operator/find-account.ts'
import { listActions } from '../../features/operator/list-actions.ts'
import type { Call, Command } from '../command.ts'
import type { Facts } from '../../features/audit/act-as-operator.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../../operator-mistake.ts'
import { factsLine, moment } from '../told.ts'

const greatestLimit = 1000

export const history: Command = {
  takes: '[USER | PURCHASE] [--limit 50]',
  does: 'What operators did, the newest first: to one person or purchase, or to all.',
  options: { limit: { type: 'string' } },
  operands: [0, 1],
  async run(call) {
    const list = await listActions(call.db, await subjectOf(call), limitOf(call))
    return { facts: list, lines: list.length === 0 ? ['Nothing was done.'] : list.flatMap(actionLines) }
  },
}

/** By its id also what is told of somebody who was erased. */
async function subjectOf({ operands: [what], db }: Call): Promise<{ userId?: string; purchaseId?: string }> {
  if (what === undefined) return {}
  const isId = isUuid(what)
  if (!isId) return { userId: (await requireAccountBehind(db, what)).id }
  const [ofPurchase] = await listActions(db, { purchaseId: what }, 1)
  return ofPurchase === undefined ? { userId: what } : { purchaseId: what }
}

function limitOf({ text }: Call): number {
  const limit = Number(text('limit') ?? 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= greatestLimit) return limit
  throw new OperatorMistake(`--limit is a whole number from 1 to ${greatestLimit}.`)
}

type Action = Awaited<ReturnType<typeof listActions>>[number]

export function actionLines(action: Action): string[] {
  const { doneAt, command, author, reason, userId, purchaseId, attemptId, before, after } = action
  const subject = [
    userId && `user ${userId}`,
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
