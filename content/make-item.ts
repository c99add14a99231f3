import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { type Item, type ItemKey, keyMarker, type Radicals } from './item.ts'
import { movedInto, type Partition } from './partition.ts'
import { signatureOf } from './signature.ts'

export type OptionBody = { text: string } | { figure: Figure }

/**
 * What a generator has to say. `stem` is what is asked, whatever may be chosen from and however it is worded; it is all
 * that the item asks where `asks` names nothing else. `partition` is said where the stock was dealt and the stem does not
 * decide. `answer` is what the person types, or else the place of the right option.
 */
export type ItemDraft = {
  family: string
  difficulty: number
  subject: string
  radicals: Radicals
  stem: string
  isOnlyOfSubject?: boolean
  asks?: readonly string[]
  shows?: readonly string[]
  partition?: Partition
  prompt: string
  figure?: Figure
  answer: { typed: string } | { options: readonly OptionBody[]; right: number }
  explanation: string
  explanationFigure?: Figure
}

/**
 * An item with ids of its own making (`item`, `option-0`…): whoever gives it to a person stamps it first (`stampItem`).
 * The signature is made of family, radicals and the options as a set, so wording may be mended without the item
 * becoming a new one. It begins with the stem, by which `partitionOf` goes: other options, or none, do not make of a
 * question that somebody was trained on one for an exam.
 */
export function makeItem(draft: ItemDraft): Item {
  const { family, difficulty, subject, isOnlyOfSubject = false, radicals, stem, answer } = draft
  const { asks = [`${family}: ${stem}`], shows = [] } = draft
  const bodies = 'options' in answer ? answer.options : []
  const options: Option[] = bodies.map((body, place) => ({ id: `option-${place}`, ...body }))
  const question: Question = {
    id: 'item',
    kind: 'options' in answer ? 'single' : 'number',
    prompt: draft.prompt,
    ...(draft.figure && { figure: draft.figure }),
    ...('options' in answer && { options }),
  }
  const key: ItemKey = {
    right: 'options' in answer ? `option-${answer.right}` : answer.typed,
    explanation: draft.explanation,
    ...(draft.explanationFigure && { explanation_figure: draft.explanationFigure }),
    marker: keyMarker,
  }
  const set = bodies.map((body) => ('text' in body ? body.text : body.figure.alt)).sort()
  const digest = signatureOf([family, stem], [family, radicals, set])
  const signature = draft.partition ? movedInto(draft.partition, digest) : digest
  return { question, key, family, difficulty, subject, isOnlyOfSubject, asks, shows, radicals, signature }
}
