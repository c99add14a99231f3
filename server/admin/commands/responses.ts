import path from 'node:path'
import { exportResponses, type ResponseFormat, responseFormats } from '../../features/operator/export-responses.ts'
import { OperatorMistake } from '../../features/audit/operator-mistake.ts'
import type { Call, Command } from '../command.ts'
import { plural } from '../format.ts'

export const responses: Command = {
  takes: 'FILE --reason WHY [--format jsonl]',
  does: 'Writes what calibrates the questions into FILE: one line for each question of each graded exam, without names; --format csv for a table.',
  options: { format: { type: 'string' } },
  operands: [1, 1],
  async run(call) {
    const said = call.word()
    const file = path.resolve(call.operands[0]!)
    call.say('Reading all graded exams …')
    const exported = await exportResponses(call.db, said, { file, format: formatOf(call) })
    const { exams, answers, nameless } = exported
    const counts = `${plural(answers, 'answer')} of ${plural(exams, 'exam')}, ${nameless} of them of people who have left.`
    const isRehearsal = said.isRehearsal === true
    return {
      facts: { ...exported, file: isRehearsal ? null : file },
      lines: [counts, isRehearsal ? 'Only rehearsed (--dry-run): nothing was written.' : `Written to ${file}`],
    }
  },
}

function formatOf({ text }: Call): ResponseFormat {
  const wanted = text('format') ?? 'jsonl'
  const format = responseFormats.find((each) => each === wanted)
  if (format === undefined) throw new OperatorMistake(`--format is one of ${responseFormats.join(', ')}.`)
  return format
}
