import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import { drawUntilSound, type IsWished, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { type GroupGrade, groupPuzzle } from './conclusions/group-conclusions.ts'
import { groupStories } from './conclusions/group-stories.ts'
import type { Puzzle } from './conclusions/puzzle.ts'
import { type SentenceGrade, sentencePuzzle } from './conclusions/sentence-conclusions.ts'
import { sentenceStories } from './conclusions/sentence-stories.ts'

type Held = { isOfExams?: boolean }
type Grade = { level: number } & Held & (GroupGrade | SentenceGrade)

const some = [1, 9] as const
const any = [0, 9] as const

/**
 * The grades of conclusions, and the sources of their order. Groups: fewer people find «some … not» than «all» and «no», and
 * more premises to hold together lower the share (Khemlani & Johnson-Laird, 2012: a meta-analysis of twelve studies of
 * syllogisms; most errors turn premises around). Sentences: everybody reads a conditional from its beginning; «or» with a
 * denial is next; two in three people read a conditional from its end; few suppose the contrary (Braine, Reiser & Rumain,
 * 1984; Evans, Newstead & Byrne, 1993). The distances in logits are ours, not data of people.
 */
const grades: readonly Grade[] = [
  fromFact(-2, { needed: 2, spare: 1, backward: [0, 0], negations: [0, 2], lures: [0, 0] }),
  fromFact(-1.5, { needed: 3, spare: 2, backward: [0, 0], negations: [0, 3] }),
  ofGroups(-1.5, { grid: 'all', needed: 2, spare: 2 }),
  fromFact(-1, { needed: 3, spare: 2, sorts: ['or'], backward: [0, 0], negations: [2, 4], lures: some }),
  ofGroups(-1, { grid: 'some-or-none', needed: 2, spare: 1, isOfExams: true }),
  fromFact(-0.5, { needed: 3, spare: 2, sorts: ['or'], backward: [1, 2], negations: [1, 4], lures: some }),
  ofGroups(-0.5, { grid: 'all', needed: 3, spare: 2, turned: true, isOfExams: true }),
  fromFact(0, { needed: 4, spare: 2, sorts: ['or', 'only-if'], backward: [1, 2], negations: [3, 6], lures: some }),
  ofGroups(0, { grid: 'some-or-none', needed: 3, spare: 1, isOfExams: true }),
  fromFact(0.5, { needed: 4, spare: 2, sorts: ['xor', 'only-if'], backward: [2, 3], negations: [4, 7], lures: some }),
  ofGroups(0.5, { grid: 'some-not', needed: 2, spare: 1, lures: 1, isOfExams: true }),
  byContrary(1, { needed: 3, spare: 2, negations: [1, 5] }),
  ofGroups(1, { grid: 'some-not', needed: 3, spare: 1, isOfExams: true }),
  byContrary(1.5, { needed: 4, spare: 2, sorts: ['or', 'only-if'], negations: [2, 6] }),
  ofGroups(1.5, { grid: 'some-not', needed: 3, spare: 1, turned: true, lures: 1, isOfExams: true }),
  byContrary(2, { needed: 4, spare: 2, sorts: ['or', 'only-if', 'if-both'], backward: [1, 4], negations: [2, 6] }),
  ofGroups(2, { grid: 'some-or-none', needed: 4, spare: 1, turned: true, isIndirect: true, isOfExams: true }),
  byContrary(2.5, {
    needed: 5,
    spare: 2,
    sorts: ['or', 'only-if', 'if-both'],
    backward: [2, 5],
    negations: [4, 8],
    isOfExams: true,
  }),
  ofGroups(2.5, { grid: 'some-not', needed: 4, spare: 1, turned: true, isIndirect: true, lures: 1 }),
]

/** The rule of a grade, as its puzzles name it (`ruleOf`). */
function nameOf(grade: Grade): string {
  const form = grade.form === 'groups' ? grade.grid : grade.hasFact ? 'from a fact' : 'by the contrary'
  return `${form} ${grade.needed}`
}

const byLevel = kindsByLevel(grades, nameOf)

const storiesOf: Record<Grade['form'], readonly string[]> = {
  groups: groupStories.map(({ name }) => name),
  sentences: sentenceStories.map(({ name }) => name),
}

function ofGroups(
  level: number,
  grade: Pick<GroupGrade, 'grid' | 'needed' | 'spare'> & Partial<GroupGrade> & Held,
): Grade {
  return { level, form: 'groups', turned: false, isIndirect: false, lures: 0, ...grade }
}

type SentencesAsked = Pick<SentenceGrade, 'needed' | 'spare' | 'negations'> & Partial<SentenceGrade> & Held

function fromFact(level: number, grade: SentencesAsked): Grade {
  return { level, form: 'sentences', hasFact: true, sorts: [], backward: any, lures: any, ...grade }
}

function byContrary(level: number, grade: SentencesAsked): Grade {
  return { ...fromFact(level, grade), hasFact: false } as Grade
}

/** «What follows from this?» Premises are about groups, or about who does what. */
export const verbalConclusion: ItemGenerator = {
  family: 'verbal-conclusion',
  ...byLevel.facts,
  subjects: (difficulty, partition) =>
    new Set(byLevel.at(difficulty, partition).flatMap(({ form }) => storiesOf[form])),
  generate(rng, difficulty, partition, used = new Set(), isWished) {
    const isUntold = ({ form }: Grade) => storiesOf[form].some((story) => !used.has(story))
    const untoldOf = (wished?: IsWished) => byLevel.at(difficulty, partition, wished).filter(isUntold)
    // A repeated story is worse than a rule that the person has met.
    const choices = [untoldOf(isWished), untoldOf(() => false), untoldOf(), byLevel.at(difficulty, partition, isWished)]
    const grade = rng.pick(choices.find(({ length }) => length > 0) as readonly Grade[])
    const untilSound = <T>(draw: () => T | undefined) => drawUntilSound(draw, `conclusion of level ${grade.level}`)
    const puzzle =
      grade.form === 'groups' ? groupPuzzle(rng, grade, used, untilSound) : sentencePuzzle(rng, grade, used, untilSound)
    return conclusionItem(puzzle, grade)
  },
}

function conclusionItem(puzzle: Puzzle, { level, form, isOfExams }: Grade): Item {
  const { setting, story, premises, options, right, rule, about } = puzzle
  return makeItemLater(
    {
      family: verbalConclusion.family,
      difficulty: level,
      subject: story,
      isOfExams,
      radicals: { form, rule, story, ...puzzle.radicals, premises: premises.join('. ') },
      stem: [story, ...premises.toSorted(), ...about.toSorted()].join('. '),
    },
    () => ({
      prompt: [
        setting,
        ...premises.map((premise, i) => `${i + 1}. ${premise}.`),
        '',
        'Що з цього обов’язково випливає?',
      ].join('\n'),
      answer: { options: options.map((text) => ({ text })), right },
      explanation: puzzle.explain().join(' '),
    }),
  )
}
