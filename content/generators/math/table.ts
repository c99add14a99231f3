import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { drawTable } from './draw-table.ts'
import { mustBeTyped, numberOptions } from './number-options.ts'
import { type DrawnRule, tableMakers } from './table-makers.ts'
import { columnsOf, type Line, solutionsOf, type Table } from './table-rules.ts'

const levels = [...new Set(tableMakers.map((maker) => maker.level))]

type Drawn = { rule: DrawnRule; table: Table; turned: boolean }

/** A 3 × 3 table of numbers with one rule for its rows or its columns; the last number is missing. */
export const mathTable: ItemGenerator = {
  family: 'math-table',
  levels,
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const maker = rng.pick(tableMakers.filter((each) => each.level === level))
    const drawn = drawUntilSound(() => soundTable(rng, maker.draw(rng)), `table of level ${level}`)
    return tableItem(rng, drawn, level)
  },
}

/**
 * A table is sound when no rule of the grammar, however far from the one that made it, gives another number. Operands
 * differ from line to line and within a line, for «the first times three» holds wherever the second is always a three.
 */
function soundTable(rng: Rng, rule: DrawnRule): Drawn | undefined {
  const lines: Table = [rule.line(rng), rule.line(rng), rule.line(rng)]
  const turned = rng.chance(0.4)
  const table = turned ? columnsOf(lines) : lines
  const differ = [0, 1].every((operand) => new Set(lines.map((line) => line[operand])).size === 3)
  if (!differ || lines.some(([a, b]) => a === b) || lines.flat().some((value) => value < 1 || value > 400)) {
    return undefined
  }
  const solutions = solutionsOf(table)
  return solutions.length === 1 && solutions[0] === table[2][2] ? { rule, table, turned } : undefined
}

function tableItem(rng: Rng, { rule, table, turned }: Drawn, level: number): Item {
  const right = table[2][2]
  const typed = mustBeTyped(right) || rng.chance(0.4)
  const asked = [table[0], table[1], table[2].with(2, Number.NaN)].map((row) => row.map(orMissing))
  const lines = turned ? columnsOf(table) : table
  const [a, b, c] = lines[2] as Line
  return makeItem({
    family: mathTable.family,
    difficulty: level,
    subject: `${rule.name}/${turned ? 'columns' : 'rows'}`,
    radicals: {
      rule: rule.name,
      complexity: rule.complexity,
      along: turned ? 'columns' : 'rows',
      table: table.join(' '),
      answer: typed ? 'typed' : 'chosen',
    },
    stem: `${rule.name}: ${a} ${b}`,
    stemBefore: table.join(' '),
    prompt: `Числа в таблиці пов’язані одним правилом. Яке число має стояти замість знака питання?${typed ? ' Запишіть його цифрами.' : ''}`,
    figure: drawTable(asked),
    answer: typed ? { typed: String(right) } : numberOptions(rng, right, Math.max(2, Math.min(Math.abs(a - b), 12))),
    explanation: `У кожному ${turned ? 'стовпці' : 'рядку'} ${rule.what}. У ${turned ? 'третьому стовпці' : 'третьому рядку'}: ${a}, ${b}, ${c}.`,
  })
}

function orMissing(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
