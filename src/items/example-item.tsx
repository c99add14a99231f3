// A lazy boundary: the landing page is shown without it.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readNumber } from '#contract/number-answer.ts'
import { pastedLine } from '#contract/pasted-text.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import type { Example } from '#contract/reading.ts'
import { exampleTexts } from '../messages/examples.ts'
import { numberTexts } from '../messages/number-answer.ts'
import { Button } from '../ui/button/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { FigureView } from '../ui/figure-view.tsx'
import { boundDash, Text } from '../ui/text.tsx'
import { useIsHydrated } from '../ui/use-is-hydrated.ts'
import hidden from '../ui/visually-hidden.module.css'
import styles from './example-item.module.css'
import { ExplanationView } from './explanation-view.tsx'
import { listed, verdictOf } from './verdict-of.ts'

interface ExampleItemProps {
  example: Example
  /** The example by the server's reply. A prerendered page has no drawn steps of its explanation. */
  latest?: (() => Example | undefined) | undefined
  /** Leads to another example; shown after the check. */
  onNext?: (() => void) | undefined
  /** Other ways to continue after the check. */
  wayOn?: ReactNode
  /** The example has replaced another one, whose button had the focus. */
  takesFocus?: boolean
}

/** One example to solve. Give it the question's id as key: another example starts without an answer. */
export function ExampleItem({ example, latest, onNext, wayOn, takesFocus = false }: ExampleItemProps) {
  const { question, right } = example
  const [value, setValue] = useState<AnswerValue | null>(null)
  const [stage, setStage] = useState<'open' | 'asked-too-early' | 'checked'>('open')

  const isHydrated = useIsHydrated()
  const form = useRef<HTMLFormElement>(null)
  const prompt = useRef<HTMLParagraphElement>(null)
  const reply = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) prompt.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    // The pressed button is gone.
    if (stage === 'checked') reply.current?.focus({ preventScroll: true })
    if (stage !== 'open') reply.current?.scrollIntoView({ block: 'nearest' })
  }, [stage])

  useLayoutEffect(() => {
    // Choices made on the drawn page before this code was loaded.
    const early = new FormData(form.current!).getAll(question.id).map(String)
    if (early.length > 0) setValue(question.kind === 'multiple' ? early : early[0]!)
  }, [question])

  const choose = (next: AnswerValue | null) => {
    setValue(next)
    setStage('open')
  }
  const isUnread = question.kind === 'number' && typeof value === 'string' && readNumber(value) === undefined
  return (
    <form
      ref={form}
      className={styles.item}
      translate="no"
      onSubmit={(event) => {
        event.preventDefault()
        setStage(value === null || isUnread ? 'asked-too-early' : 'checked')
      }}
    >
      <Text variant="small" tone="soft" className={styles.type}>
        {exampleTexts.kind(example.type)}
      </Text>
      <Text variant="large" className={styles.prompt} ref={prompt} tabIndex={-1}>
        {boundDash(question.prompt)}
      </Text>
      {question.figure && (
        <div className={styles.stem}>
          <FigureView figure={question.figure} />
        </div>
      )}
      <AnswerField question={question} value={value} onChange={choose} right={stage === 'checked' ? right : null} />
      <div ref={reply} tabIndex={-1} aria-live="polite" className={styles.reply}>
        {stage === 'asked-too-early' && (
          <Text tone="danger">{isUnread ? numberTexts.hint : exampleTexts.chooseFirst}</Text>
        )}
        {stage === 'checked' && value !== null && <Verdict example={latest?.() ?? example} value={value} />}
      </div>
      {stage !== 'checked' && (
        <div className={styles.ways}>
          {/* Before hydration the browser would send the form itself and load the page again. */}
          <Button type="submit" disabled={!isHydrated}>
            {exampleTexts.check}
          </Button>
        </div>
      )}
      {stage === 'checked' && onNext && (
        <Button variant="border" onClick={onNext}>
          {exampleTexts.next}
        </Button>
      )}
      {stage === 'checked' && wayOn}
    </form>
  )
}

function Verdict({ example, value }: { example: Example; value: AnswerValue }) {
  const { question, right } = example
  const isSolved = isRight(value, right)
  return (
    <>
      <Text variant="large" tone={isSolved ? 'success' : 'danger'} className={styles.verdict}>
        {isSolved ? exampleTexts.right : exampleTexts.wrong}
      </Text>
      {!question.options?.length && !isSolved && <Text>{exampleTexts.rightAnswer([right].flat().join(', '))}</Text>}
      <ExplanationView {...example} />
    </>
  )
}

interface AnswerFieldProps {
  question: Question
  value: AnswerValue | null
  onChange: (value: AnswerValue | null) => void
  /** After the check: the right answer, by which the options are marked. */
  right: AnswerValue | null
}

/** The field of an answer: options as cards, or a line to type in. */
function AnswerField({ question, value, onChange, right }: AnswerFieldProps) {
  const options = question.options ?? []
  if (options.length === 0) {
    const shared = {
      label: exampleTexts.yourAnswer,
      value: typeof value === 'string' ? value : '',
      disabled: right !== null,
    }
    const type = (text: string) => onChange(text || null)
    return question.kind === 'number' ? (
      <NumberField {...shared} hint={numberTexts.hint} signLabel={numberTexts.sign} onType={type} />
    ) : (
      <TextField {...shared} autoComplete="off" onChange={(event) => type(event.currentTarget.value)} />
    )
  }
  const isMultiple = question.kind === 'multiple'
  const chosen = listed(value)
  const toggle = (id: string) => {
    if (!isMultiple) return onChange(id)
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    onChange(next.length === 0 ? null : next)
  }
  const hasFigures = options.some((option) => option.figure)
  const longest = Math.max(...options.map(({ text }) => text?.length ?? 0))
  // Short texts fit two columns on one line each: 8 characters in every window, 18 only in a wide one.
  const look = longest <= 8 ? styles.short : longest <= 18 ? styles.brief : ''
  return (
    <fieldset
      // No `style`: the build draws this too, and the policy of pages allows none.
      className={!hasFigures ? `${styles.options} ${look}` : options.length % 4 === 0 ? styles.fours : styles.threes}
    >
      <legend className={`${styles.legend} ${isMultiple ? '' : hidden.inTightWindow}`}>
        {exampleTexts.yourAnswer}
      </legend>
      {options.map((option, index) => (
        <Choice
          key={option.id}
          type={isMultiple ? 'checkbox' : 'radio'}
          name={question.id}
          value={option.id}
          checked={chosen.includes(option.id)}
          disabled={right !== null}
          onChoose={toggle}
          {...verdictOf(option, chosen, right)}
          verdictShows={hasFigures ? 'sign' : 'word'}
        >
          {option.figure ? <FigureView figure={option.figure} /> : (option.text ?? exampleTexts.option(index + 1))}
        </Choice>
      ))}
    </fieldset>
  )
}

/** Whether an answer equals the published one; blanks, case and the spelling of a number do not matter. */
export function isRight(given: AnswerValue, right: AnswerValue): boolean {
  const [mine, theirs] = [parts(given), parts(right)]
  return mine.length === theirs.length && mine.every((part, index) => part === theirs[index])
}

function parts(value: AnswerValue): string[] {
  return (typeof value === 'string' ? [value] : [...value]).map(plain).toSorted()
}

function plain(text: string): string {
  return String(readNumber(text) ?? pastedLine(text).toLocaleLowerCase('uk').replaceAll(' ', ''))
}
