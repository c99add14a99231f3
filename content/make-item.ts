import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { type Item, type ItemKey, keyMarker, type Radicals } from './item.ts'
import { movedInto, type Partition, partitionOf } from './partition.ts'
import { digestOfStem, signatureOf } from './signature.ts'

export type OptionBody = { text: string } | { figure: Figure }

/**
 * By what an item is taken or refused. `stem` is what is asked, whatever may be chosen from and however it is worded; it is
 * all that the item asks where `asks` names nothing else. `stemBefore` is what releases up to version 2 took for the stem:
 * people have seen its digest. `partition` is said where the stock was dealt and the stem does not decide.
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

/** What a person reads of an item. `answer` is what they type, or else the place of the right option. */
export type ItemBody = {
  prompt: string
  figure?: Figure
  answer: { typed: string } | { options: readonly OptionBody[]; right: number }
  explanation: string
  explanationFigure?: Figure
}

/** What a generator has to say. */
export type ItemDraft = ItemHead & ItemBody

/** See `makeItemLater`, for generators whose words and figures cost nothing. */
export function makeItem(draft: ItemDraft): Item {
  return makeItemLater(draft, () => draft)
}

/**
 * An item with ids of its own making (`item`, `option-0`…): it is stamped before a person gets it (`stampItem`).
 * The signature is made of family, radicals and the options as a set, so wording may be mended without the item
 * becoming a new one. It begins with the stem, by which `partitionOf` goes: other options, or none, do not make of a
 * question that somebody was trained on one for an exam.
 *
 * Body, question, key and signature are made when somebody first asks: a paper refuses most of the items that it draws,
 * and most of those by their subject alone. So `write` must draw nothing from a stream of chance.
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
