import { useId } from 'react'
import { type PracticeChoice, practiceSizes } from '#contract/practice.ts'
import { practiceTexts } from '../../messages/practice.ts'
import { Choice } from '../../ui/choice/choice.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './pace-choice.module.css'
import type { PracticeWish } from './practice-wish.ts'

interface PaceChoiceProps {
  choice: PracticeChoice
  /** Null: as an exam. */
  wish: PracticeWish | null
  onWish: (wish: PracticeWish | null) => void
}

const mistakes = 'mistakes'
const all = ''

/** As an exam, or one by one: then how many tasks, and which. */
export function PaceChoice({ choice, wish, onWish }: PaceChoiceProps) {
  const name = useId()
  return (
    <div className={styles.choice}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{practiceTexts.how}</legend>
        <Choice type="radio" name={name} value="exam" checked={wish === null} onChoose={() => onWish(null)}>
          <Pace title={practiceTexts.asExam} hint={practiceTexts.asExamHint} />
        </Choice>
        <Choice
          type="radio"
          name={name}
          value="one-by-one"
          checked={wish !== null}
          onChoose={() => onWish({ size: practiceSizes[0], only: null })}
        >
          <Pace title={practiceTexts.oneByOne} hint={practiceTexts.oneByOneHint} />
        </Choice>
      </fieldset>
      {wish !== null && <Details choice={choice} wish={wish} onWish={onWish} />}
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

function Details({ choice, wish, onWish }: PaceChoiceProps & { wish: PracticeWish }) {
  const name = useId()
  const options = [
    { value: all, label: practiceTexts.allKinds },
    ...(choice.mistakes > 0 ? [{ value: mistakes, label: practiceTexts.mistakes }] : []),
    ...choice.kinds.map(({ kind, title }) => ({ value: kind, label: title })),
  ]
  const choose = (value: string) =>
    onWish({ ...wish, only: value === all ? null : value === mistakes ? mistakes : { kind: value } })
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
            checked={wish.size === size}
            onChoose={() => onWish({ ...wish, size })}
          >
            {practiceTexts.tasks(size)}
          </Choice>
        ))}
      </fieldset>
      <SelectField
        label={practiceTexts.kind}
        options={options}
        value={wish.only === null ? all : wish.only === mistakes ? mistakes : wish.only.kind}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {wish.only === mistakes && <Text tone="soft">{practiceTexts.mistakesHint(choice.mistakes)}</Text>}
    </div>
  )
}

/** A wish of an address that this purchase can fulfil; else the nearest one. */
export function possible(wish: PracticeWish, { kinds, mistakes: count }: PracticeChoice): PracticeWish {
  const { only } = wish
  const isPossible = only === null || (only === mistakes ? count > 0 : kinds.some(({ kind }) => kind === only.kind))
  return isPossible ? wish : { ...wish, only: null }
}
