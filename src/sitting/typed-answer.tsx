import { useState } from 'react'
import { examTexts } from '../messages/exam.ts'
import { numberTexts } from '../messages/number-answer.ts'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'

interface TypedAnswerProps {
  kind: 'number' | 'text'
  value: string
  isReadOnly: boolean
  promptId: string
  onAnswer: (value: string) => void
}

/** An answer that is typed: given anew with every key, so that nothing is said of one that is not in the field any more. */
export function TypedAnswer({ kind, value, isReadOnly, promptId, onAnswer }: TypedAnswerProps) {
  // While the field is typed in, its own text is shown, blanks and all; afterwards what the exam holds.
  const [typed, setTyped] = useState<string | null>(null)
  // A field that is disabled under the caret is not told that it was left.
  if (isReadOnly && typed !== null) setTyped(null)
  const give = (text: string) => {
    setTyped(text)
    onAnswer(text)
  }
  const shared = {
    maxLength: 500,
    value: typed ?? value,
    disabled: isReadOnly,
    'aria-describedby': promptId,
    onBlur: () => setTyped(null),
  }
  if (kind === 'number') {
    return (
      <NumberField
        {...shared}
        label={examTexts.numberAnswer}
        hint={numberTexts.hint}
        signLabel={numberTexts.sign}
        onType={give}
      />
    )
  }
  return (
    <TextField
      {...shared}
      label={examTexts.textAnswer}
      autoComplete="off"
      onChange={(event) => give(event.currentTarget.value)}
    />
  )
}
