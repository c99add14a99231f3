import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Partition } from '../../partition.ts'
import { createRng, type Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel, nearestLevel, shownIn } from '../item-generator.ts'
import { nearestWrong, type NumberOptions, numberOptions } from './number-options.ts'
import { printed, signed } from './number-words.ts'
import { type DrawnSeries, type Maker, seriesMakers } from './series-makers.ts'
import { continuationsOf } from './series-rules.ts'
import { wideContinuationsOf } from './wide-series-rules.ts'

const makers = kindsByLevel(seriesMakers, ({ rule }) => rule as string)
const { levels } = makers.facts

/** The subjects by level, found by drawing from each maker with a fixed seed, so that a maker does not have to list them. */
function subjectsIn(partition: Partition): ReadonlyMap<number, ReadonlySet<string>> {
  const found = levels.map((level): [number, Set<string>] => {
    const rng = createRng(`subjects of series of level ${level}`)
    const able = shownIn(seriesMakers, partition).filter((maker) => maker.level === level)
    const drawn = able.flatMap((maker) => Array.from({ length: 24 }, () => soundSeries(maker.draw(rng))))
    return [level, new Set(drawn.filter((series) => series !== undefined).map(subjectOf))]
  })
  return new Map(found)
}
const [ofExams, ofOthers] = [subjectsIn('exam'), subjectsIn('training')]
const subjectsOf = (difficulty: number, partition: Partition = 'exam') =>
  (partition === 'exam' ? ofExams : ofOthers).get(nearestLevel(levels, difficulty))!

/** «Which number comes next?» Typed in 40 % of items and wherever divisors would betray it, else one of six. */
export const mathSeries: ItemGenerator = {
  family: 'math-series',
  ...makers.facts,
  subjects: subjectsOf,
  levelsOf: (rule) => levels.filter((level) => [...subjectsOf(level)].some((each) => each.startsWith(`${rule}/`))),
  generate(rng, difficulty, partition, _used, isWished) {
    const maker = rng.pick(makers.at(difficulty, partition, isWished))
    const isTyped = rng.chance(0.4)
    const drawn = drawUntilSound(() => {
      const series = maker.draw(rng)
      const answer = isTyped || series.isTyped ? { typed: String(series.next) } : optionsOf(rng, series)
      return answer && soundSeries(series) && { series, answer }
    }, `series of level ${maker.level}`)
    return seriesItem(drawn, maker)
  },
}

/** Six numbers, the next term among them. Undefined if one of the six could not be an answer (`numberOptions`). */
function optionsOf(rng: Rng, { terms, next }: DrawnSeries): NumberOptions | undefined {
  const step = Math.abs((terms.at(-1) as number) - (terms.at(-2) as number))
  return numberOptions(rng, next, Math.max(1, Math.min(step, 12)))
}

/** The series if it is printable and no rule, of its complexity or of the wider grammar, continues it otherwise. */
function soundSeries(series: DrawnSeries): DrawnSeries | undefined {
  const { terms, complexity, next } = series
  const all = [...terms, next]
  const printable = all.every((value) => Math.abs(value) < 5000) && new Set(all).size > 3
  // A series that a simpler rule also explains is easier than its level says.
  const isSound =
    printable &&
    continuationsOf(terms, complexity - 1).length === 0 &&
    continuationsOf(terms, complexity, complexity).join() === String(next) &&
    wideContinuationsOf(terms).every((other) => other === next)
  return isSound ? series : undefined
}

function subjectOf({ rule, terms }: Pick<DrawnSeries, 'rule' | 'terms'>): string {
  return `${rule}/${terms.length}`
}

type Asked = { series: DrawnSeries; answer: NumberOptions | { typed: string } }

function seriesItem({ series, answer }: Asked, { level, isOfExams }: Maker): Item {
  const { rule, parameters, numbers, complexity, terms, next } = series
  const typed = 'typed' in answer
  const head = {
    family: mathSeries.family,
    difficulty: level,
    subject: subjectOf({ rule, terms }),
    isOfExams,
    radicals: { rule, complexity, terms: terms.join(' '), answer: typed ? 'typed' : 'chosen' },
    stem: `${rule} ${numbers}`,
    parameters: `${mathSeries.family}: ${rule} ${parameters}`,
    shows: [`${mathSeries.family} like ${subjectOf({ rule, terms })}`],
    stemBefore: terms.join(' '),
  }
  return makeItemLater(head, () => {
    const shown = terms.map(printed).join(', ')
    return {
      prompt: typed
        ? `Яке число має бути наступним у ряді? Запишіть його цифрами.\n\n${shown}, ?`
        : `Яке число має бути наступним у ряді?\n\n${shown}, ?`,
      answer,
      explanation: [
        `${series.why()} Отже, наступне число — ${printed(next)}.`,
        ...(typed ? [] : [saidWrong(series, answer)]),
      ].join('\n'),
    }
  })
}

/** Says what the nearest wrong number would make of the last difference. */
function saidWrong({ terms, next }: DrawnSeries, options: NumberOptions): string {
  const wrong = nearestWrong(options)
  const [before] = terms.slice(-1) as [number]
  return `Найближчий хибний варіант — ${printed(wrong)}: до нього від ${printed(before)} ${signed(wrong - before)}, а за правилом має бути ${signed(next - before)}.`
}
