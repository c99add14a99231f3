import { useId } from 'react'
import { type PracticeChoice, practiceSizes } from '#contract/practice.ts'
import { practiceTexts } from '../../messages/training.ts'
import { Choice } from '../../ui/choice.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './pace-choice.module.css'
import type { PracticeRequest } from './practice-request.ts'

interface PaceChoiceProps {
  choice: PracticeChoice
  /** Null: as an exam. */
  request: PracticeRequest | null
  onRequest: (request: PracticeRequest | null) => void
}

const mistakes = 'mistakes'
const all = ''

/** A practice, with its size and kinds, or a training as an exam. */
export function PaceChoice({ choice, request, onRequest }: PaceChoiceProps) {
  const name = useId()
  return (
    <div className={styles.choice}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{practiceTexts.how}</legend>
        <Choice
          type="radio"
          name={name}
          value="one-by-one"
          checked={request !== null}
          onChoose={() => onRequest({ size: practiceSizes[0], only: null })}
        >
          <Pace title={practiceTexts.oneByOne} hint={practiceTexts.oneByOneHint} />
        </Choice>
        <Choice type="radio" name={name} value="exam" checked={request === null} onChoose={() => onRequest(null)}>
          <Pace title={practiceTexts.asExam} hint={practiceTexts.asExamHint} />
        </Choice>
      </fieldset>
      {request !== null && <Details choice={choice} request={request} onRequest={onRequest} />}
    </div>
  )
}

function Pace({ title, hint }: { title: string; hint: string }) {
  return (
    <span className={styles.pace}>
      <strong>{title}</strong>
      <span className={styles.hint}>{hint}</span>
    </span>
  )
}

function Details({ choice, request, onRequest }: PaceChoiceProps & { request: PracticeRequest }) {
  const name = useId()
  const options = [
    { value: all, label: practiceTexts.allKinds },
    ...(choice.mistakes > 0 ? [{ value: mistakes, label: practiceTexts.mistakes }] : []),
    ...choice.kinds.map(({ kind, title }) => ({ value: kind, label: title })),
  ]
  const choose = (value: string) =>
    onRequest({ ...request, only: value === all ? null : value === mistakes ? mistakes : { kind: value } })
  return (
    <div className={styles.details}>
      <fieldset className={styles.sizes}>
        <legend className={styles.legend}>{practiceTexts.size}</legend>
        {practiceSizes.map((size) => (
          <Choice
            key={size}
            type="radio"
            name={name}
            value={String(size)}
            checked={request.size === size}
            onChoose={() => onRequest({ ...request, size })}
          >
            {practiceTexts.tasks(size)}
          </Choice>
        ))}
      </fieldset>
      <SelectField
        label={practiceTexts.kind}
        options={options}
        value={request.only === null ? all : request.only === mistakes ? mistakes : request.only.kind}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {request.only === mistakes && <Text tone="soft">{practiceTexts.mistakesHint(choice.mistakes)}</Text>}
    </div>
  )
}

/** The request of an address, or the nearest one that this purchase can fulfil. */
export function possible(request: PracticeRequest, { kinds, mistakes: count }: PracticeChoice): PracticeRequest {
  const { only } = request
  const isPossible = only === null || (only === mistakes ? count > 0 : kinds.some(({ kind }) => kind === only.kind))
  return isPossible ? request : { ...request, only: null }
}
