import { useEffect, useState } from 'react'
import { examTexts } from '../messages/exam.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { createPendingText } from './pending-text.ts'

interface TypedAnswerProps {
  kind: 'number' | 'text'
  value: string
  isReadOnly: boolean
  promptId: string
  onAnswer: (value: string) => void
}

/** An answer that is typed: kept after a short pause, and at once when the field, the question or the page is left. */
export function TypedAnswer({ kind, value, isReadOnly, promptId, onAnswer }: TypedAnswerProps) {
  // While the field is typed in, its own text is shown; afterwards what the exam holds.
  const [typed, setTyped] = useState<string | null>(null)
  const [pending] = useState(createPendingText)
  useEffect(() => pending.saveWith(onAnswer))
  useEffect(() => {
    document.addEventListener('visibilitychange', pending.flush)
    window.addEventListener('pagehide', pending.flush)
    return () => {
      document.removeEventListener('visibilitychange', pending.flush)
      window.removeEventListener('pagehide', pending.flush)
      pending.flush()
    }
  }, [pending])
  return (
    <TextField
      label={kind === 'number' ? examTexts.numberAnswer : examTexts.textAnswer}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={500}
      value={typed ?? value}
      disabled={isReadOnly}
      aria-describedby={promptId}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        pending.type(event.currentTarget.value)
      }}
      onBlur={() => {
        pending.flush()
        setTyped(null)
      }}
    />
  )
}
