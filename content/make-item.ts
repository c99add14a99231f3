import type { Figure } from '#contract/figure.ts'
import type { Option, Question } from '#contract/question.ts'
import { type Item, type ItemKey, keyMarker, type Radicals } from './item.ts'
import { signatureOf } from './signature.ts'

export type OptionBody = { text: string } | { figure: Figure }

/** By what an item is taken or refused. `stem` is what is asked, whatever may be chosen from and however it is worded. */
export type ItemHead = {
  family: string
  difficulty: number
  subject: string
  radicals: Radicals
  stem: string
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
 * An item with ids of its own making (`item`, `option-0`…): whoever gives it to a person stamps it first (`stampItem`).
 * The signature is made of family, radicals and the options as a set, so wording may be mended without the item
 * becoming a new one. It begins with the stem, by which `partitionOf` goes: other options, or none, do not make of a
 * question that somebody was trained on one for an exam.
 *
 * Body, question, key and signature are made when somebody first asks: a paper refuses most of the items that it draws,
 * and most of those by their subject alone. So `write` must draw nothing from a stream of chance.
 */
export function makeItemLater({ family, difficulty, subject, radicals, stem }: ItemHead, write: () => ItemBody): Item {
  let written: ItemBody | undefined
  let question: Question | undefined
  let key: ItemKey | undefined
  let signature: string | undefined
  const body = () => {
    written ??= write()
    return written
  }
  return {
    get question() {
      question ??= questionOf(body())
      return question
    },
    get key() {
      key ??= keyOf(body())
      return key
    },
    family,
    difficulty,
    subject,
    radicals,
    get signature() {
      signature ??= signatureOf([family, stem], [family, radicals, wordsOfOptions(body())])
      return signature
    },
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
