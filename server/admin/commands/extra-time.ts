import { grantExtraTime } from '../../features/exams/operator-acts/grant-extra-time.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import type { Command } from '../command.ts'
import { actLines } from '../format.ts'

export const extraTime: Command = {
  takes: '--email ADDRESS --test SLUG --factor 1.5',
  does: 'Gives the exams of one purchase more time (1 takes it back) and tells its owner. No reason is kept; an exam whose clock runs keeps its time.',
  options: { email: { type: 'string' }, test: { type: 'string' }, factor: { type: 'string' } },
  operands: [0, 0],
  async run({ text, wordWithoutReason, db }) {
    const [email, test, factor] = [text('email'), text('test'), text('factor')]
    if (email === null || test === null || factor === null) {
      throw new OperatorMistake('All three are needed: --email ADDRESS --test SLUG --factor 1.5')
    }
    const word = wordWithoutReason()
    const set = await grantExtraTime(db, word, { email, test, factor: Number(factor) })
    const { minutes, isChange, isOneRunning, act } = set
    const what = `${minutes.all} minutes, ${minutes.extra} of them extra`
    const sentence = isChange ? `From now on: ${what}. The owner has been told.` : `It was so already: ${what}.`
    const running = isOneRunning ? ['An exam is running: it keeps the time that it began with.'] : []
    return { facts: set, lines: [...actLines(sentence, act, word.isRehearsal), ...running] }
  },
}
