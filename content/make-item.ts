import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { type Item, type ItemKey, keyMarker, type Radicals } from './item.ts'
import { movedInto, type Partition, partitionOf } from './partition.ts'
import { digestOfStem, signatureOf } from './signature.ts'

export type OptionBody = { text: string } | { figure: Figure }

/**
 * The part of an item by which a paper takes or refuses it. `stem` is what the item asks, apart from its options and wording.
 * It is also all of `asks` if that is not given. `stemBefore` is the stem as releases up to version 2 had it: people have
 * seen its digest. `partition` is given only where the stock was dealt, so that the stem does not decide.
 */
export type ItemHead = {
  family: string
  difficulty: number
  subject: string
  radicals: Radicals
  stem: string
  stemBefore?: string
  isOnlyOfSubject?: boolean
  isOfExams?: boolean | undefined
  parameters?: string
  asks?: readonly string[]
  shows?: readonly string[]
  partition?: Partition
}

/** The part of an item that a person reads. `answer` is the text to type, or the options and the place of the right one. */
export type ItemBody = {
  prompt: string
  figure?: Figure
  answer: { typed: string } | { options: readonly OptionBody[]; right: number }
  explanation: string
  explanationFigure?: Figure
}

export type ItemDraft = ItemHead & ItemBody

/** `makeItemLater` for generators whose words and figures cost nothing to write. */
export function makeItem(draft: ItemDraft): Item {
  return makeItemLater(draft, () => draft)
}

/**
 * Makes an item with provisional ids (`item`, `option-0`…). `stampItem` replaces them before a person gets it.
 *
 * The signature is a digest of the family, the radicals and the options as a set, so a mended wording does not make another
 * item. It begins with the digest of the stem, which decides the partition. So a question that somebody was trained on cannot
 * come in an exam with other options or none.
 *
 * Body, question, key and signature are made when they are first read: a paper refuses most items that it draws, often by
 * their subject alone. So `write` must draw nothing from a random stream.
 */
export function makeItemLater(head: ItemHead, write: () => ItemBody): Item {
  const {
    family,
    difficulty,
    subject,
    isOnlyOfSubject = false,
    isOfExams = false,
    parameters = '',
    radicals,
    stem,
    stemBefore = stem,
  } = head
  const { asks = [`${family}: ${stem}`], shows = [] } = head
  const body = once(write)
  const question = once(() => questionOf(body()))
  const key = once(() => keyOf(body()))
  const stemDigest = once(() => {
    const digest = digestOfStem(family, stem)
    return head.partition ? movedInto(head.partition, digest) : digest
  })
  const digestBefore = once(() => digestOfStem(family, stemBefore))
  const signature = once(() => signatureOf(stemDigest(), [family, radicals, wordsOfOptions(body())]))
  return {
    get question() {
      return question()
    },
    get key() {
      return key()
    },
    family,
    difficulty,
    subject,
    isOnlyOfSubject,
    isOfExams,
    parameters,
    asks,
    shows,
    radicals,
    get partition() {
      return head.partition ?? partitionOf(stemDigest())
    },
    get signature() {
      return signature()
    },
    get digestBefore() {
      return digestBefore()
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function bodiesOf({ answer }: ItemBody): readonly OptionBody[] {
  return 'options' in answer ? answer.options : []
}

function wordsOfOptions(body: ItemBody): string[] {
  return bodiesOf(body)
    .map((option) => ('text' in option ? option.text : option.figure.alt))
    .sort()
}

function questionOf(body: ItemBody): Question {
  const { answer, prompt, figure } = body
  const options: Option[] = bodiesOf(body).map((option, place) => ({ id: `option-${place}`, ...option }))
  return {
    id: 'item',
    kind: 'options' in answer ? 'single' : 'number',
    prompt,
    ...(figure && { figure }),
    ...('options' in answer && { options }),
  }
}

function keyOf({ answer, explanation, explanationFigure }: ItemBody): ItemKey {
  return {
    right: 'options' in answer ? `option-${answer.right}` : answer.typed,
    explanation,
    ...(explanationFigure && { explanation_figure: explanationFigure }),
    marker: keyMarker,
  }
}
