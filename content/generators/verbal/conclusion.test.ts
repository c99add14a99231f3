import { describe, expect, it } from 'vitest'
import type { Item } from '../../item.ts'
import { createRng } from '../../rng.ts'
import { verbalConclusion } from './conclusion.ts'
import { groupStories } from './conclusions/group-stories.ts'
import { sentenceStories } from './conclusions/sentence-stories.ts'

/** This solver knows nothing about the generator: it reads the printed text, as a visitor does, and tries every world. */
type Individual = ReadonlySet<string>
type World = readonly Individual[]
type Said = (world: World) => boolean

/** Every printed form of a story's groups, with the form that names the group here. */
const formsIn = new Map(
  groupStories.map(({ name, terms }) => [
    name,
    new Map(
      terms.flatMap((term) => [term.many, term.one, term.byMany, term.byOne].map((form) => [form, term.one] as const)),
    ),
  ]),
)

const readerOf = ({ radicals }: Item) => {
  const forms = formsIn.get(String(radicals.story))!
  return (text: string, isGenerous = false) => readGroup(text, forms, isGenerous)
}

/** «Усі шахісти — плавці» as a condition on worlds; for a generous reader with all that it seems to say. */
function readGroup(text: string, forms: ReadonlyMap<string, string>, isGenerous: boolean): Said {
  const named = (said: string) => {
    const term = forms.get(said)
    if (term === undefined) throw new Error(`No group: ${said}`)
    return term
  }
  const all = (of: (one: Individual) => boolean, is: (one: Individual) => boolean) => (world: World) =>
    world.filter(of).every(is) && (!isGenerous || world.some(of))
  const some = (of: (one: Individual) => boolean, is: (one: Individual) => boolean) => (world: World) =>
    world.filter(of).some(is) && (!isGenerous || !world.filter(of).every(is))
  const has = (said: string) => {
    const term = named(said)
    return (one: Individual) => one.has(term)
  }
  const hasNot = (said: string) => {
    const term = named(said)
    return (one: Individual) => !one.has(term)
  }
  const readers: [RegExp, (one: string, other: string) => Said][] = [
    [/^Усі, (?:хто|що) не (.+), — (.+)$/, (one, other) => all(hasNot(one), has(other))],
    [/^Усі (.+) — (.+)$/, (one, other) => all(has(one), has(other))],
    [/^Тільки (.+) є (.+)$/, (one, other) => all(has(other), has(one))],
    [/^Жод(?:ен|на) (.+) не є (.+)$/, (one, other) => all(has(one), hasNot(other))],
    [/^(?:Деякі) (.+) — не (.+)$/, (one, other) => some(has(one), hasNot(other))],
    [/^Не всі (.+) — (.+)$/, (one, other) => some(has(one), hasNot(other))],
    [/^Деякі (.+) — (.+)$/, (one, other) => some(has(one), has(other))],
  ]
  for (const [form, read] of readers) {
    const match = text.match(form)
    if (match) return read(match[1]!, match[2]!)
  }
  throw new Error(`No statement: ${text}`)
}

type Doers = ReadonlySet<string>
const doing = sentenceStories.flatMap((story) => [story.does, story.do]).join('|')

/** «Якщо піде Марта, то Олег теж піде» as a condition on who goes. `isEither` reads «only if» as «if and only if». */
function readSentence(text: string, isEither = false): (doers: Doers) => boolean {
  const small = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
  const fact = (said: string) => {
    const match = said.match(new RegExp(`^(?:(не )?(?:${doing}) (.+)|(.+?)(?: теж)? (не )?(?:${doing}))$`))
    if (!match) throw new Error(`No fact: ${said}`)
    const who = small((match[2] ?? match[3])!)
    return (doers: Doers) => doers.has(who) === (match[1] === undefined && match[4] === undefined)
  }
  const both = text.match(new RegExp(`^Якщо (не )?(?:${doing}) (?:і|ні) (.+), (?:і|ні) (.+), то (.+)$`))
  if (both) {
    const [one, two, then] = [small(both[2]!), small(both[3]!), fact(both[4]!)]
    return (doers) => ![one, two].every((who) => doers.has(who) === (both[1] === undefined)) || then(doers)
  }
  const conditional = text.match(/^Якщо (.+), то (.+)$/)
  if (conditional) {
    const [when, then] = [fact(conditional[1]!), fact(conditional[2]!)]
    return (doers) => !when(doers) || then(doers)
  }
  const only = text.match(/^(.+) тільки тоді, коли (.+)$/)
  if (only) {
    const [one, other] = [fact(only[1]!), fact(only[2]!)]
    return (doers) => (isEither ? one(doers) === other(doers) : !one(doers) || other(doers))
  }
  const pair = text.match(/^З двох \S+ (принаймні|рівно) (?:одна|один) (не )?\S+: (.+) чи (.+)$/)
  if (pair) {
    return (doers) => {
      const count = [pair[3]!, pair[4]!].filter((who) => doers.has(small(who)) === (pair[2] === undefined)).length
      return pair[1] === 'рівно' ? count === 1 : count > 0
    }
  }
  return fact(text)
}

const textsOf = ({ question }: Item) => question.options!.map(({ text }) => text!)
const rightOf = ({ question, key }: Item) => question.options!.find(({ id }) => id === key.right)!.text!
const linesOf = ({ question }: Item) => question.prompt.split('\n').filter((line) => /^\d\. /.test(line))
const premisesOf = (item: Item) => linesOf(item).map((line) => line.replace(/^\d\. (.+)\.$/, '$1'))

function subsetsOf<T>(all: readonly T[]): T[][] {
  return all.reduce<T[][]>((sets, each) => [...sets, ...sets.map((set) => [...set, each])], [[]])
}

function groupsOf(item: Item): string[] {
  const forms = formsIn.get(String(item.radicals.story))!
  const words = premisesOf(item).flatMap((text) => text.split(/ — |, | /))
  return [...new Set(words.flatMap((word) => forms.get(word) ?? []))]
}

const isLaw = (text: string) => !/^(Деякі|Не всі)/.test(text)

/** The kinds of individuals that the laws among the premises allow. */
function allowedKinds(item: Item, premises: readonly string[]): Individual[] {
  const read = premises.filter(isLaw).map((law) => readerOf(item)(law))
  const kinds = subsetsOf(groupsOf(item)).map((groups): Individual => new Set(groups))
  return kinds.filter((kind) => read.every((law) => law([kind])))
}

/**
 * The worlds in which the laws are true: every set of the allowed kinds if these are few, otherwise every world of up to three
 * individuals. The premises and the denial of a conclusion cannot require more individuals.
 */
function worldsOf(item: Item, premises: readonly string[]): World[] {
  const allowed = allowedKinds(item, premises)
  if (allowed.length <= 10) return subsetsOf(allowed)
  const pairs = allowed.flatMap((one, i) => allowed.slice(i).map((other) => [one, other]))
  return [
    [],
    ...pairs,
    ...pairs.flatMap((pair) => allowed.slice(allowed.indexOf(pair[1]!) + 1).map((third) => [...pair, third])),
  ]
}

const doersOf = (item: Item): Doers[] => {
  const names = sentenceStories.find(({ name }) => name === item.radicals.story)!.who
  const small = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
  const said = premisesOf(item).join(' ')
  const present = names.filter((name) => said.match(new RegExp(`(^|[^\\p{L}])${name}([^\\p{L}]|$)`, 'iu')))
  return subsetsOf(present.map(small)).map((each) => new Set(each))
}

/** The options that are true in every world of the premises. */
function following(item: Item, premises = premisesOf(item), isGenerous = false): string[] {
  if (item.radicals.form === 'sentences') {
    const read = premises.map((text) => readSentence(text, isGenerous))
    const worlds = doersOf(item).filter((doers) => read.every((said) => said(doers)))
    return textsOf(item).filter((text) => worlds.every(readSentence(text)))
  }
  const read = readerOf(item)
  const others = premises.filter((text) => !isLaw(text)).map((text) => read(text))
  const worlds = worldsOf(item, premises).filter((world) => others.every((said) => said(world)))
  return textsOf(item).filter((text) => {
    const said = read(text)
    return worlds.every((world) => said(world))
  })
}

const itemsEach = 16
const items = verbalConclusion.levels.flatMap((level) =>
  Array.from({ length: itemsEach }, (_, i) => verbalConclusion.generate(createRng(`conclusion/${level}/${i}`), level)),
)

describe('verbal-conclusion', () => {
  it('one option of a conclusion is true in every world in which its printed premises are, and it is the key', () => {
    for (const item of items) expect(following(item), item.question.prompt).toEqual([rightOf(item)])
  })

  it('a conclusion needs as many premises as it says: without any of them the key does not follow', () => {
    for (const item of items) {
      const premises = premisesOf(item)
      const needed = premises.filter((one) => {
        const rest = premises.filter((other) => other !== one)
        return !following(item, rest).includes(rightOf(item))
      })
      expect(needed).toHaveLength(Number(item.radicals.needed))
    }
  })

  it('the explanation of a conclusion shows a world in which the premises are true and the lure is false', () => {
    for (const item of items) {
      const { explanation } = item.key
      const lure = explanation.match(/Чому не «(.+?)»\?/)![1]!
      expect(textsOf(item)).toContain(lure)
      expect(lure).not.toBe(rightOf(item))
      if (item.radicals.form === 'sentences') {
        const possibleWorld = explanation.match(/Може бути, що (?:не \S+ .+?|\S+ лише (.+?)): тоді/)!
        const doers = new Set(
          possibleWorld[1]?.split(/, | та /).map((name) => name.charAt(0).toLowerCase() + name.slice(1)),
        )
        for (const premise of premisesOf(item)) expect(readSentence(premise)(doers), explanation).toBe(true)
        expect(readSentence(lure)(doers), explanation).toBe(false)
      } else {
        const [, told] = explanation.match(/Уявімо, що .+? лише \S+: (.+?)\. Тоді/)!
        const world = told!
          .split(/, (?=[а-яіїєґ’]+ — )/)
          .map((each) => new Set(each.replace(/^\S+ — /, '').split(/, | та /)))
        for (const premise of premisesOf(item))
          expect(readerOf(item)(premise)(world), `${premise}: ${explanation}`).toBe(true)
        expect(readerOf(item)(lure)(world), explanation).toBe(false)
        const members = new Set(world.flatMap((each) => [...each]))
        expect(members).toEqual(new Set(groupsOf(item)))
      }
    }
  })

  it('a conclusion has no second answer for a reader of «some» as «some, but not all», «only if» as «if and only if», or groups as not empty', () => {
    for (const item of items) {
      if (item.radicals.form === 'sentences') {
        expect(following(item, premisesOf(item), true)).toEqual([rightOf(item)])
        continue
      }
      const read = readerOf(item)
      const allowed = allowedKinds(item, premisesOf(item))
      for (const wrong of textsOf(item).filter((text) => text !== rightOf(item))) {
        // The fullest world in which the option is false: everything that a reader adds, and that can be true, is true there.
        const world = isLaw(wrong) ? allowed : allowed.filter((kind) => !read(wrong)([kind]))
        expect(read(wrong)(world), `${wrong} of ${item.question.prompt}`).toBe(false)
        for (const premise of premisesOf(item)) expect(read(premise, true)(world), item.question.prompt).toBe(true)
        for (const group of groupsOf(item)) expect(world.some((kind) => kind.has(group))).toBe(true)
      }
    }
  })

  it('a conclusion asks in at most 120 characters, has options of at most 35, and at most 7 premises', () => {
    for (const item of items) {
      expect(item.question.prompt.split('\n\n')).toHaveLength(2)
      expect(item.question.prompt.split('\n\n')[1]!.length).toBeLessThanOrEqual(120)
      expect(Math.max(...textsOf(item).map(({ length }) => length))).toBeLessThanOrEqual(35)
      expect(linesOf(item).length).toBeLessThanOrEqual(item.difficulty < 2.5 ? 6 : 7)
    }
  })

  it('a conclusion explains «some» if it says the word, and only then', () => {
    for (const { question } of items) {
      const said =
        question.prompt.split('\n').slice(1).join('\n') + question.options!.map(({ text }) => text).join('\n')
      expect(question.prompt.split('\n')[0]!.includes('«Деякі» — це')).toBe(said.includes('Деякі'))
    }
  })

  it('conclusions come from groups and from sentences at every level but the easiest, which has sentences alone', () => {
    for (const level of verbalConclusion.levels) {
      const forms = new Set(items.filter(({ difficulty }) => difficulty === level).map(({ radicals }) => radicals.form))
      expect([...forms].toSorted()).toEqual(level === -2 ? ['sentences'] : ['groups', 'sentences'])
    }
  })

  it('a conclusion takes a story that its paper does not have, until the paper has all of them', () => {
    for (const level of verbalConclusion.levels) {
      const rng = createRng(`stories of ${level}`)
      const all = verbalConclusion.subjects!(level)
      const used = new Set<string>()
      while (used.size < all.size) {
        const { subject } = verbalConclusion.generate(rng, level, 'exam', used)
        expect(used).not.toContain(subject)
        used.add(subject)
      }
      expect(used).toEqual(all)
      expect(all).toContain(verbalConclusion.generate(rng, level, 'exam', used).subject)
    }
  })

  it('each of the six options of a conclusion about groups is the key about equally often @full', () => {
    const places = [0, 0, 0, 0, 0, 0]
    const rng = createRng('places')
    for (let i = 0; i < 1500; i++) {
      const item = verbalConclusion.generate(rng, verbalConclusion.levels[i % verbalConclusion.levels.length]!)
      if (item.radicals.form !== 'groups') continue
      places[textsOf(item).indexOf(rightOf(item))]! += 1
    }
    const mean = places.reduce((sum, each) => sum + each, 0) / 6
    for (const place of places) expect(Math.abs(place - mean)).toBeLessThan(mean / 3)
  })
})
