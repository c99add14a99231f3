import { blockAccount, unblockAccount } from '../../features/operator/block-account.ts'
import { actLines } from '../format.ts'
import type { Command } from '../command.ts'

export const block: Command = {
  takes: 'USER --reason WHY',
  does: 'Shuts a person out: ends their sessions, refuses log-in and the tickets of their attempts. Exam clocks go on.',
  operands: [1, 1],
  async run({ operands: [who], word, db }) {
    const { account, act } = await blockAccount(db, word(), who!)
    return { facts: act, lines: actLines(`Blocked: ${account.email} (${account.id}).`, act, word().isRehearsal) }
  },
}

export const unblock: Command = {
  takes: 'USER --reason WHY',
  does: 'Lets a blocked person in again; they log in anew.',
  operands: [1, 1],
  async run({ operands: [who], word, db }) {
    const { account, act } = await unblockAccount(db, word(), who!)
    return {
      facts: act,
      lines: actLines(`No longer blocked: ${account.email} (${account.id}).`, act, word().isRehearsal),
    }
  },
}
