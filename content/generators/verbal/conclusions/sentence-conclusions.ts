import type { Rng } from '../../../rng.ts'
import {
  areNone,
  both,
  type Combination,
  type Combinations,
  is,
  isSame,
  isSo,
  type Literal,
  literalOf,
  membersOf,
  not,
  sizeOf,
  where,
} from './combinations.ts'
import { type Puzzle, untold } from './puzzle.ts'
import {
  clausesOf,
  type SentenceStatement,
  think,
  type Thought,
  turnedAround,
  worldsOf,
} from './sentence-statements.ts'
import { sentenceStories } from './sentence-stories.ts'
import { capital, saidLiteral, saidSentence, saidWorld, type SentenceCast } from './sentence-words.ts'

type Range = readonly [least: number, most: number]

/**
 * `needed`: premises that the key needs, each of them, including the fact. Without a fact a person must suppose the contrary
 * and find a contradiction. `spare`: other premises. `sorts`: premises besides plain conditionals. `backward`: how many
 * conditionals are read from their end (modus tollens). `lures`: wrong options that follow if conditionals are turned around.
 */
export type SentenceGrade = {
  form: 'sentences'
  hasFact: boolean
  needed: number
  spare: number
  sorts: readonly ('only-if' | 'or' | 'xor' | 'if-both')[]
  backward: Range
  negations: Range
  lures: Range
}

type Drawn = {
  premises: SentenceStatement[]
  things: number
  asked: number[]
  key: Literal
  lure: Literal
  features: { negations: number; lures: number; backward: number }
}

/** Draws the key, then premises that decide only it among three persons. The story is one that is not `used`. */
export function sentencePuzzle(
  rng: Rng,
  grade: SentenceGrade,
  used: ReadonlySet<string>,
  untilSound: <T>(draw: () => T | undefined) => T,
): Puzzle {
  const key = drawLiteral(rng, 0)
  const isOutdone = grade.spare > 1 && rng.chance(grade.hasFact ? 0.4 : 0.6)
  const drawn = untilSound(() => soundPremises(rng, grade, key, isOutdone))
  const story = rng.pick(untold(sentenceStories, used))
  return puzzleOf(drawn, { story, who: rng.sample(story.who, drawn.things) }, grade)
}

function soundPremises(rng: Rng, grade: SentenceGrade, key: Literal, isOutdone: boolean): Drawn | undefined {
  const way = grade.hasFact ? wayFromFact(rng, grade, key) : wayByContrary(rng, grade, key)
  if (way === undefined || !isWithin(way.backward, grade.backward)) return undefined
  // The options also ask about persons whom the way leaves open, and about newcomers. Some premise mentions each newcomer.
  const newcomers = Array.from({ length: way.open.length > 0 ? 1 : 2 }, (_, i) => way.things + i)
  const others = rng.sample([...way.open, ...newcomers], 2)
  const things = way.things + newcomers.length
  const premises = rng.shuffle([...way.statements, ...spareOf(rng, grade, key, newcomers, isOutdone)])
  const negations = premises.reduce((sum, premise) => sum + negationsIn(premise), 0)
  if (!isWithin(negations, grade.negations) || isRepetitive(premises, things)) return undefined
  if (betrays(premises, key, others, isOutdone) || (!grade.hasFact && isMostSaid(premises, key, others, isOutdone)))
    return undefined

  const worlds = worldsOf(premises.flatMap(clausesOf))
  // Many people use «only if» for «if and only if». For them, too, there must be no second answer.
  const heard = worldsOf(premises.flatMap((each) => (each.sort === 'only-if' ? turnedAround(each) : clausesOf(each))))
  const isOpen = (of: number) => canBe(is(of), heard) && canBe(not(is(of)), heard)
  if (areNone(heard) || canBe(not(key), worlds) || !others.every(isOpen)) return undefined
  const isNeeded = (statement: SentenceStatement) =>
    canBe(not(key), worldsOf(premises.filter((each) => each !== statement).flatMap(clausesOf)))
  if (!way.statements.every(isNeeded) || thoughtsOf(premises, key) === null) return undefined

  const misread = worldsOf(premises.flatMap(turnedAround))
  const wrong = others.flatMap((of) => [is(of), not(is(of))])
  const lured = areNone(misread) ? [] : wrong.filter((literal) => !canBe(not(literal), misread))
  if (!isWithin(lured.length, grade.lures)) return undefined
  const lure = lured.length > 0 ? rng.pick(lured) : likeliest(wrong, membersOf(worlds, things))
  const features = { negations, lures: lured.length, backward: way.backward }
  return { premises, things, asked: [key.of, ...others], key, lure, features }
}

/**
 * Whether a count without thought finds the key: the literal with the best balance of premises for and against it, or the
 * person mentioned most. Another asked literal must do as well; if the key is to be outdone (`isOutdone`), better.
 */
function betrays(
  premises: readonly SentenceStatement[],
  key: Literal,
  others: readonly number[],
  isOutdone: boolean,
): boolean {
  const speaking = speakingIn(premises)
  const balance = (literal: Literal) => speaking(literal) - speaking(not(literal))
  const mentions = (of: number) => speaking(is(of)) + speaking(not(is(of)))
  const rival = Math.max(...others.map((of) => Math.abs(balance(is(of)))))
  const isLoudest = mentions(key.of) > Math.max(...others.map(mentions))
  return isLoudest || (isOutdone ? rival <= balance(key) : rival < balance(key))
}

/** Whether a count of clauses finds the key: no other option is in as many or, if the key is to be outdone, in more. */
function isMostSaid(
  premises: readonly SentenceStatement[],
  key: Literal,
  others: readonly number[],
  isOutdone: boolean,
) {
  const speaking = speakingIn(premises)
  const most = Math.max(...[not(key), ...others.flatMap((of) => [is(of), not(is(of))])].map(speaking))
  return isOutdone ? most <= speaking(key) : most < speaking(key)
}

/** Returns a count of the clauses that contain a literal. */
function speakingIn(premises: readonly SentenceStatement[]): (literal: Literal) => number {
  const clauses = premises.flatMap(clausesOf)
  return (literal) => clauses.filter((clause) => clause.some((each) => isSame(each, literal))).length
}

const isWithin = (count: number, [least, most]: Range) => count >= least && count <= most

const canBe = (literal: Literal, worlds: Combinations) => !areNone(both(worlds, where(literal)))

function likeliest(literals: readonly Literal[], worlds: readonly Combination[]): Literal {
  const times = (literal: Literal) => worlds.filter((world) => isSo(literal, world)).length
  return literals.reduce((best, each) => (times(each) > times(best) ? each : best))
}

/** Premises that decide the key; `open` are the persons whom they mention and leave undecided. */
type Way = { statements: SentenceStatement[]; things: number; backward: number; open: number[] }

function wayFromFact(rng: Rng, grade: SentenceGrade, key: Literal): Way {
  const { needed } = grade
  const inner = Array.from({ length: needed - 1 }, (_, i) => drawLiteral(rng, i + 1))
  const fact = inner[0] as Literal
  const links = chainOf(rng, fact, [...inner.slice(1), key], grade)
  return wayOf([{ sort: 'fact', one: fact }], links, { things: needed, open: [] })
}

/**
 * Two chains from the contrary of the key that cannot both be true. They meet in a person who both goes and does not go, or
 * in a premise by which the key follows from the two persons at their ends.
 */
function wayByContrary(rng: Rng, grade: SentenceGrade, key: Literal): Way | undefined {
  const { needed, sorts } = grade
  const inner = Array.from({ length: needed - 1 }, (_, i) => drawLiteral(rng, i + 1))
  const people = { things: needed, open: inner.map(({ of }) => of) }
  const arms = (one: readonly Literal[], other: readonly Literal[]) =>
    [one, other].flatMap((stops) => chainOf(rng, not(key), stops, grade))
  if (sorts.includes('if-both') && rng.chance(0.6)) {
    const first = rng.int(1, inner.length - 1)
    const [one, two] = [inner[first - 1], inner.at(-1)] as [Literal, Literal]
    const last: SentenceStatement = { sort: 'if-both', one, two, other: key }
    return one.is === two.is ? wayOf([last], arms(inner.slice(0, first), inner.slice(first)), people) : undefined
  }
  const first = rng.int(0, inner.length - 1)
  const meeting = inner.at(-1) as Literal
  const links = arms([...inner.slice(0, first), meeting], [...inner.slice(first, -1), not(meeting)])
  return wayOf([], links, people)
}

type Link = { statement: SentenceStatement; isBackward: boolean }

function wayOf(others: SentenceStatement[], links: readonly Link[], people: Pick<Way, 'things' | 'open'>): Way {
  const backward = links.filter(({ isBackward }) => isBackward).length
  return { statements: [...others, ...links.map(({ statement }) => statement)], backward, ...people }
}

const drawLiteral = (rng: Rng, of: number): Literal => literalOf(of, rng.chance(0.5))

function chainOf(rng: Rng, from: Literal, stops: readonly Literal[], grade: SentenceGrade): Link[] {
  return stops.map((stop, i) => linkOf(rng, i === 0 ? from : (stops[i - 1] as Literal), stop, grade))
}

/** A conditional from one literal to the other, in one of the ways to say it. */
function linkOf(rng: Rng, one: Literal, other: Literal, grade: SentenceGrade): Link {
  const isContrapositive = grade.backward[1] > 0 && rng.chance(0.5)
  const [from, to] = isContrapositive ? [not(other), not(one)] : [one, other]
  const able = grade.sorts.filter((sort) => (sort === 'only-if' ? from.is : sort !== 'if-both' && one.is !== other.is))
  const sort = able.length > 0 && rng.chance(0.5) ? rng.pick(able) : 'if'
  if (sort === 'only-if') return { statement: { sort, one: from, other: to }, isBackward: !isContrapositive }
  if (sort === 'if') return { statement: { sort, one: from, other: to }, isBackward: isContrapositive }
  const [first, second] = rng.shuffle([not(one), other]) as [Literal, Literal]
  if (sort === 'or') return { statement: { sort, one: first, other: second }, isBackward: false }
  // If exactly one of two goes, exactly one does not: the signs of the literals do not matter.
  return { statement: { sort: 'xor', one: is(first.of), other: is(second.of) }, isBackward: false }
}

/**
 * Spare conditionals: one for each newcomer, then about anybody. In a puzzle without a fact the first one speaks against the
 * key and, if the key is to be outdone, the others speak for one rival.
 */
function spareOf(
  rng: Rng,
  { spare, hasFact }: SentenceGrade,
  key: Literal,
  newcomers: readonly number[],
  isOutdone: boolean,
): SentenceStatement[] {
  const things = (newcomers.at(-1) as number) + 1
  const rival = hasFact ? key : drawLiteral(rng, rng.int(1, things - 2))
  return Array.from({ length: spare }, (_, i) => {
    const one = newcomers[i] ?? rng.int(0, things - 1)
    if (!hasFact && i === 0) return againstKey(rng, key, rival, drawLiteral(rng, one))
    if (!hasFact && isOutdone && one !== rival.of) return conditional(rng, drawLiteral(rng, one), rival)
    const rest = Array.from({ length: things }, (_, of) => of).filter((of) => of !== one)
    return conditional(rng, drawLiteral(rng, one), drawLiteral(rng, rng.pick(rest)))
  })
}

/** «Not the key, or one of two others», said as a conditional of two persons who both go or both do not. */
function againstKey(rng: Rng, key: Literal, one: Literal, other: Literal): SentenceStatement {
  const orders = [0, 1, 2].map((last) => {
    const clause = [not(key), one, other]
    const [then] = clause.splice(last, 1)
    return [...clause.map(not), then] as [Literal, Literal, Literal]
  })
  const [first, second, then] = rng.pick(orders.filter(([a, b]) => a.is === b.is))
  return { sort: 'if-both', one: first, two: second, other: then }
}

function conditional(rng: Rng, one: Literal, other: Literal): SentenceStatement {
  return rng.chance(0.5) ? { sort: 'if', one, other } : { sort: 'if', one: not(other), other: not(one) }
}

/** The persons of a premise, as the bits of a number. */
function personsOf(statement: SentenceStatement): number {
  const one = 1 << statement.one.of
  if (statement.sort === 'fact') return one
  const other = one | (1 << statement.other.of)
  return statement.sort === 'if-both' ? other | (1 << statement.two.of) : other
}

/** Whether two premises have the same persons, or somebody is in no premise. */
function isRepetitive(premises: readonly SentenceStatement[], things: number): boolean {
  const about = premises.map(personsOf)
  const all = about.reduce((left, each) => left | each, 0)
  return new Set(about).size < about.length || all !== (1 << things) - 1
}

/** The number of times that «не» is said: once for a premise of «one of two does not». */
function negationsIn(statement: SentenceStatement): number {
  const { sort, one } = statement
  const said = sort === 'fact' || sort === 'or' || sort === 'xor' ? [one] : [one, statement.other]
  return said.filter((literal) => !literal.is).length
}

type Reasoned = { supposed: Literal | null; thoughts: Thought[] }

/** The way to the key: from the fact, or from its contrary to a contradiction. Null if only a case distinction proves it. */
function thoughtsOf(premises: readonly SentenceStatement[], key: Literal): Reasoned | null {
  const direct = think(premises, [], key)
  if (direct) return { supposed: null, thoughts: direct }
  const thoughts = think(premises, [not(key)])
  return thoughts && { supposed: not(key), thoughts }
}

function puzzleOf(
  { premises, things, asked, key, lure, features }: Drawn,
  cast: SentenceCast,
  grade: SentenceGrade,
): Puzzle {
  const options = asked.flatMap((of) => [is(of), not(is(of))])
  return {
    setting: cast.story.setting,
    story: cast.story.name,
    premises: premises.map((premise) => saidSentence(premise, cast)),
    options: options.map((option) => capital(saidLiteral(option, cast))),
    right: options.findIndex((option) => isSame(option, key)),
    rule: `${grade.hasFact ? 'from a fact' : 'by the contrary'} ${grade.needed}`,
    radicals: { needed: grade.needed, ...features },
    about: asked.map((of) => cast.who[of] as string),
    explain: () => [
      explainedWay(premises, key, cast),
      explainedLure(lure, membersOf(both(worldsOf(premises.flatMap(clausesOf)), where(not(lure))), things), cast),
    ],
  }
}

function explainedWay(premises: readonly SentenceStatement[], key: Literal, cast: SentenceCast): string {
  const { supposed, thoughts } = thoughtsOf(premises, key) as Reasoned
  const steps = thoughts.map(({ by, so }) =>
    so === null ? `але це суперечить умові ${by + 1}` : `${saidLiteral(so, cast)} (умова ${by + 1})`,
  )
  if (supposed === null) return `${capital(steps.join(', тому '))}.`
  return `Припустімо, що ${saidLiteral(supposed, cast)}. Тоді ${steps.join(', ')}. Отже, ${saidLiteral(key, cast)}.`
}

/** Uses the world with the fewest people among those in which the lure is false. */
function explainedLure(lure: Literal, worlds: readonly Combination[], cast: SentenceCast): string {
  const world = worlds.reduce((best, each) => (sizeOf(each) < sizeOf(best) ? each : best))
  return `Чому не «${capital(saidLiteral(lure, cast))}»? Може бути, що ${saidWorld(world, cast)}: тоді всі умови виконано, а цей висновок хибний.`
}
