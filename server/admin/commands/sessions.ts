import { endSessions } from '../../features/operator/block-account.ts'
import { requireAccount } from '../../features/operator/find-account.ts'
import { listSessions } from '../../features/operator/find-person.ts'
import type { Command } from '../command.ts'
import { actLines, moment } from '../format.ts'

export const sessions: Command = {
  takes: 'USER [--end --reason WHY]',
  does: 'Lists the browsers that a person is signed in on, or signs them out of every one.',
  options: { end: { type: 'boolean' } },
  operands: [1, 1],
  async run({ operands: [who], isSet, word, db }) {
    if (isSet('end')) {
      const { account, act } = await endSessions(db, word(), who!)
      return { facts: act, lines: actLines(`Signed out everywhere: ${account.email}.`, act, word().isRehearsal) }
    }
    const account = await requireAccount(db, who!)
    const list = await listSessions(db, account.id)
    const lines = list.length === 0 ? ['None.'] : list.map(sessionLine)
    return { facts: list, lines: [`Sessions of ${account.email}, the last used first:`, ...lines] }
  },
}

type Session = Awaited<ReturnType<typeof listSessions>>[number]

export function sessionLine({ id, createdAt, usedAt, expiresAt, rememberMe, endedAt, endedBecause }: Session): string {
  const span = `signed in ${moment(createdAt)}, renewed ${moment(usedAt)}`
  const isOver = expiresAt.getTime() <= Date.now()
  const state =
    endedAt !== null
      ? `ended ${moment(endedAt)} (${endedBecause})`
      : isOver
        ? `ran out ${moment(expiresAt)}`
        : `live${rememberMe ? ', remembered' : ''}`
  return `  ${id}  ${span}: ${state}`
}
