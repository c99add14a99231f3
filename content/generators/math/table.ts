import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { drawTable } from './draw-table.ts'
import { nearestWrong, type NumberOptions, numberOptions } from './number-options.ts'
import { type DrawnRule, type Maker, tableMakers } from './table-makers.ts'
import { columnsOf, solutionsOf, type Table } from './table-rules.ts'

const makers = kindsByLevel(tableMakers, ({ rule }) => rule as string)

type Drawn = { rule: DrawnRule; table: Table; turned: boolean }
type Asked = { drawn: Drawn; answer: NumberOptions | { typed: string } }

/** A 3 × 3 table of numbers with one rule for its rows or its columns. The last number is missing. */
export const mathTable: ItemGenerator = {
  family: 'math-table',
  ...makers.facts,
  generate(rng, difficulty, partition, _used, isWished) {
    const maker = rng.pick(makers.at(difficulty, partition, isWished))
    const isTyped = rng.chance(0.4)
    const asked = drawUntilSound(() => {
      const drawn = drawTableOf(rng, maker.draw(rng))
      const answer = isTyped || drawn.rule.isTyped ? { typed: String(drawn.table[2][2]) } : optionsOf(rng, drawn)
      return answer && isSound(drawn) ? { drawn, answer } : undefined
    }, `table of level ${maker.level}`)
    return tableItem(asked, maker)
  },
}

/** Six numbers, the right one among them. Undefined if one of the six could not be an answer (`numberOptions`). */
function optionsOf(rng: Rng, { rule, table, turned }: Drawn): NumberOptions | undefined {
  const [, , right] = (turned ? columnsOf(table) : table)[2]
  return numberOptions(rng, right, rng.int(2, 7), rule.answers)
}

function drawTableOf(rng: Rng, rule: DrawnRule): Drawn {
  const lines: Table = [rule.line(rng), rule.line(rng), rule.line(rng)]
  const turned = rng.chance(0.4)
  return { rule, table: turned ? columnsOf(lines) : lines, turned }
}

/**
 * A table is sound if no rule of the grammar, however far from its own, gives another number. Operands differ from line to
 * line and within a line: otherwise «the first times three» holds wherever the second number is always three.
 */
function isSound({ table, turned }: Drawn): boolean {
  const lines = turned ? columnsOf(table) : table
  const [[a1, b1], [a2, b2], [a3, b3]] = lines
  if (a1 === b1 || a2 === b2 || a3 === b3) return false
  if (a1 === a2 || a2 === a3 || a1 === a3 || b1 === b2 || b2 === b3 || b1 === b3) return false
  if (lines.some((line) => line.some((value) => value < 1 || value > 400))) return false
  const solutions = solutionsOf(table)
  return solutions.length === 1 && solutions[0] === table[2][2]
}

function tableItem({ drawn: { rule, table, turned }, answer }: Asked, { level, isOfExams }: Maker): Item {
  const typed = 'typed' in answer
  const lines = turned ? columnsOf(table) : table
  const [a, b] = lines[2]
  const along = turned ? 'columns' : 'rows'
  const look = `${rule.name.replace(/ .*/, '')}/${along}`
  const head = {
    family: mathTable.family,
    difficulty: level,
    subject: look,
    isOfExams,
    parameters: `${mathTable.family}: ${rule.name}`,
    shows: [`${mathTable.family} like ${look}`],
    radicals: {
      rule: rule.name,
      complexity: rule.complexity,
      along,
      table: table.join(' '),
      answer: typed ? 'typed' : 'chosen',
    },
    stem: `${rule.name}: ${a} ${b}`,
    stemBefore: table.join(' '),
  }
  return makeItemLater(head, () => ({
    prompt: `Числа в таблиці пов’язані одним правилом. Яке число має стояти замість знака питання?${typed ? ' Запишіть його цифрами.' : ''}`,
    figure: drawTable([table[0], table[1], [...table[2].slice(0, 2), null]]),
    answer,
    explanation: saidSolution(rule, lines, turned ? 'стовпці' : 'рядку', answer),
  }))
}

/** Says the rule, works out all three lines by it, and refuses the nearest wrong number. */
function saidSolution(rule: DrawnRule, [first, second, third]: Table, where: string, answer: Asked['answer']): string {
  const solved = (rule.solved ?? rule.worked)(third)
  const solution = `У кожному ${where} ${rule.what}: ${rule.worked(first)}, ${rule.worked(second)}. Отже, ${solved}.`
  if ('typed' in answer) return solution
  return `${solution}\nНайближчий хибний варіант — ${nearestWrong(answer)}, але ${solved}.`
}
