import { closeDifference, type FoundDifference, listDifferences } from '../../features/operator/differences.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import type { Command } from '../command.ts'
import { actLines, age, plural } from '../format.ts'

export const differences: Command = {
  takes: '[ATTEMPT --close --reason "what came of it"]',
  does: 'Attempts of which something else was graded than was acknowledged, as the watch has found them: there should be none. --close says that one was looked into.',
  options: { close: { type: 'boolean' } },
  operands: [0, 1],
  async run({ operands, isSet, word, db }) {
    const [attemptId] = operands
    if (isSet('close')) {
      if (attemptId === undefined) throw new OperatorMistake('Which one is to be closed is needed: its attempt.')
      const { act } = await closeDifference(db, word(), attemptId)
      return { facts: act, lines: actLines('Closed.', act, word().isRehearsal) }
    }
    if (attemptId !== undefined) throw new OperatorMistake('An attempt is named to close it: --close.')
    const list = await listDifferences(db)
    return {
      facts: list,
      lines: list.length === 0 ? ['What was graded is what was acknowledged.'] : list.flatMap(differenceLines),
    }
  },
}

function differenceLines({ attemptId, purchaseId, userId, mode, kinds, questionIds, foundAt }: FoundDifference) {
  const questions = kinds.includes('unreadable')
    ? 'nothing of it could be read'
    : questionIds.length === 0
      ? 'the sum alone tells'
      : `${plural(questionIds.length, 'answer')}: ${questionIds.join(', ')}`
  return [
    `${mode} ${attemptId}, found ${age(foundAt)} ago: differs by ${kinds.join(', ')} (${questions})`,
    `  purchase ${purchaseId}, user ${userId}`,
  ]
}
