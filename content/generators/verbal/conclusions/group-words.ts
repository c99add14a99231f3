import { type Combination, is, isSo, type Literal } from './combinations.ts'
import type { GroupStatement } from './group-statements.ts'
import type { GroupStory, Term } from './group-stories.ts'

/** The way to say a statement that has two: «тільки» turns «усі» around, «не всі» denies it. */
export type Saying = 'plain' | 'turned'

/** Terms of a story in random order; statements refer to them by number. */
export type Cast = { story: GroupStory; terms: readonly Term[] }

/** A statement as a sentence without its full stop. About things it does not repeat their name. */
export function saidStatement(
  { sort, one, other }: GroupStatement,
  { story, terms }: Cast,
  saying: Saying = 'plain',
): string {
  const [subject, predicate] = [terms[one.of], terms[other.of]] as [Term, Term]
  const isTurned = saying === 'turned'
  if (sort === 'some') {
    if (other.is) return `Деякі ${subject.many} — ${predicate.many}`
    return isTurned ? `Не всі ${subject.many} — ${predicate.many}` : `Деякі ${subject.many} — не ${predicate.many}`
  }
  if (!one.is) return `Усі, ${story.things ? `що не ${subject.many}` : `хто не ${subject.one}`}, — ${predicate.many}`
  if (!other.is) return `${story.gender === 'm' ? 'Жоден' : 'Жодна'} ${subject.one} не є ${predicate.byOne}`
  return isTurned ? `Тільки ${predicate.many} є ${subject.byMany}` : `Усі ${subject.many} — ${predicate.many}`
}

/** The same inside a sentence: «усі шахісти — плавці». */
export function inSentence(said: string): string {
  return said.charAt(0).toLowerCase() + said.slice(1)
}

export function saidLiteral({ of, is: holds }: Literal, { terms }: Cast): string {
  return `${holds ? '' : 'не '}${(terms[of] as Term).one}`
}

/** «хто шахіст, той плавець»; «якщо жетон круглий, то він синій», and then «якщо синій, то не важкий». */
export function saidStep(one: Literal, other: Literal, cast: Cast, isFirst: boolean): string {
  const { things, gender } = cast.story
  const [from, to] = [saidLiteral(one, cast), saidLiteral(other, cast)]
  if (!things) return `хто ${from}, той ${to}`
  return isFirst ? `якщо ${things.one} ${from}, то ${gender === 'm' ? 'він' : 'вона'} ${to}` : `якщо ${from}, то ${to}`
}

/** «Хтось — шахіст, але не плавець». A literal without «не» comes first. */
export function saidWitness({ one, other }: GroupStatement, cast: Cast): string {
  const { things, gender } = cast.story
  const [first, second] = one.is ? [one, other] : [other, one]
  const somebody = things ? `${gender === 'm' ? 'Якийсь' : 'Якась'} ${things.one}` : 'Хтось'
  return `${somebody} — ${saidLiteral(first, cast)}${second.is ? ' та' : ', але'} ${saidLiteral(second, cast)}`
}

const ordinals = {
  m: ['перший', 'другий', 'третій', 'четвертий', 'п’ятий', 'шостий'],
  f: ['перша', 'друга', 'третя', 'четверта', 'п’ята', 'шоста'],
}
const counts = ['', '', 'два', 'три', 'чотири', 'п’ять', 'шість']
const people = ['', '', 'двоє', 'троє', 'четверо', 'п’ятеро', 'шестеро']

/** A world of a few individuals: «людей лише двоє: перший — шахіст та плавець, другий — поет». */
export function saidWorld(world: readonly Combination[], cast: Cast): string {
  const { things, gender } = cast.story
  const sentences = world.map((individual) =>
    listed(cast.terms.filter((_, of) => isSo(is(of), individual)).map(({ one }) => one)),
  )
  if (world.length === 1)
    return `${things ? `${things.one} лише ${gender === 'm' ? 'один' : 'одна'}` : 'людина лише одна'}: ${sentences[0]}`
  const count = things ? (gender === 'f' && world.length === 2 ? 'дві' : counts[world.length]) : people[world.length]
  return `${things?.ofMany ?? 'людей'} лише ${count}: ${sentences.map((each, i) => `${ordinals[gender][i]} — ${each}`).join(', ')}`
}

function listed(words: readonly string[]): string {
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} та ${words.at(-1)}`
}
