import { grantExam } from '../../features/operator/grant-exam.ts'
import type { Command } from '../command.ts'
import { actLines, plural } from '../format.ts'

export const attempt: Command = {
  takes: 'PURCHASE --reason WHY',
  does: 'Grants one more exam to a purchase and tells its owner.',
  operands: [1, 1],
  async run({ operands: [purchaseId], word, db }) {
    const { title, allowance, act } = await grantExam(db, word(), purchaseId!)
    const sentence = `One more exam of «${title}»: ${plural(allowance.left, 'exam')} left.`
    return { facts: act, lines: actLines(sentence, act, word().isRehearsal) }
  },
}
