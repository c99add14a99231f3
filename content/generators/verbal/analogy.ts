import type { Item } from '../../item.ts'
import { makeItem } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, nearestLevel } from '../item-generator.ts'
import { frames, mayStand, relationsBetween } from './lexicon.ts'
import type { Frame, Relation, Subject } from './lexicon/frame.ts'

/** Six options are a grid: three subjects by two relations, or, harder, two subjects by three relations. */
type Grid = { subjects: 2 | 3; relations: 2 | 3 }
type Plan = { frame: Frame; relation: Relation; grid: Grid; level: number }

const plans: readonly Plan[] = frames.flatMap((frame) =>
  frame.relations.flatMap((relation) => [
    { frame, relation, grid: { subjects: 3, relations: 2 } as const, level: relation.level },
    ...(frame.relations.length > 2
      ? [{ frame, relation, grid: { subjects: 2, relations: 3 } as const, level: relation.level + 0.5 }]
      : []),
  ]),
)
const levels = [...new Set(plans.map(({ level }) => level))].sort((a, b) => a - b)
const plansOf = new Map(levels.map((level) => [level, plans.filter((plan) => plan.level === level)]))
const subjectsOf = new Map(
  levels.map((level) => [level, new Set(plansOf.get(level)?.map(({ relation }) => relation.name))]),
)

type Drawn = { plan: Plan; given: [string, string]; asked: string; right: string; options: string[] }

/**
 * «A : B, C : ?». The options are all the words in which some subjects, C among them, stand in some relations, the right
 * one among them. Whoever sees only the options sees a full grid: nothing in it is more usual than anything else.
 */
export const verbalAnalogy: ItemGenerator = {
  family: 'verbal-analogy',
  levels,
  subjects: (difficulty) => subjectsOf.get(nearestLevel(levels, difficulty)) as ReadonlySet<string>,
  generate(rng, difficulty) {
    const level = nearestLevel(levels, difficulty)
    const fitting = plansOf.get(level) as Plan[]
    return analogyItem(drawUntilSound(() => soundAnalogy(rng, rng.pick(fitting)), `analogy of level ${level}`))
  },
}

function soundAnalogy(rng: Rng, plan: Plan): Drawn | undefined {
  const { frame, relation, grid } = plan
  const own = frame.relations.indexOf(relation)
  const others = frame.relations.map((_, i) => i).filter((i) => i !== own)
  const columns = [own, ...rng.sample(others, grid.relations - 1)]
  const full = frame.subjects.filter(({ cells }) => columns.every((column) => cells[column]))
  const given = rng.pick(frame.subjects.filter(({ cells }) => cells[own]))
  const rest = full.filter((subject) => subject !== given)
  if (rest.length < grid.subjects) return undefined

  const subjects = rng.sample(rest, grid.subjects) as [Subject, ...Subject[]]
  const options = subjects.flatMap((subject) => columns.map((column) => wordOf(subject, column)))
  const [asked] = subjects
  const drawn = {
    plan,
    given: [given.word, wordOf(given, own)] as [string, string],
    asked: asked.word,
    right: wordOf(asked, own),
    options,
  }
  return isSound(drawn) ? drawn : undefined
}

/** Who asks for a word of like sense is answered just as well by one that says more. */
const answersTo = (relation: string) => (relation === 'synonym' ? ['synonym', 'stronger'] : [relation])

/**
 * The proof by the lexicon: the given pair stands in one relation only; of all the options, one answers to it for the
 * asked word; no word comes twice.
 */
function isSound({ plan, given: [a, b], asked, right, options }: Drawn): boolean {
  const words = [a, b, asked, ...options]
  const answers = (option: string) =>
    answersTo(plan.relation.name).some((relation) => mayStand(relation, asked, option))
  return (
    new Set(words).size === words.length &&
    relationsBetween(a, b).join() === plan.relation.name &&
    relationsBetween(asked, right).join() === plan.relation.name &&
    options.filter(answers).length === 1
  )
}

function wordOf(subject: Subject, column: number): string {
  return (subject.cells[column] as { word: string }).word
}

function analogyItem({ plan, given: [a, b], asked, right, options }: Drawn): Item {
  const { relation, grid, level } = plan
  return makeItem({
    family: verbalAnalogy.family,
    difficulty: level,
    subject: `${relation.name}`,
    radicals: { relation: relation.name, given: a, asked, grid: `${grid.subjects}×${grid.relations}` },
    stem: `${relation.name}: ${a}, ${asked}`,
    prompt: `Слова в першій парі пов’язані за змістом. Яке слово так само пов’язане з першим словом другої пари?\n\n${a} — ${b}\n${asked} — ?`,
    answer: { options: options.map((text) => ({ text })), right: options.indexOf(right) },
    explanation: `Зв’язок у першій парі: ${relation.said}. Так само: ${asked} — ${right}.`,
  })
}
