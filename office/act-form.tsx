import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../src/ui/button/button.tsx'
import { TextField } from '../src/ui/field/text-field.tsx'
import { Modal } from '../src/ui/modal/modal.tsx'
import { Notice, StatusNotice } from '../src/ui/notice.tsx'
import { sentenceOf } from './ask-office.ts'
import styles from './office.module.css'
import { type Facts, factsLine } from './format.ts'
import { officeTexts } from './office-texts.ts'

interface Outcome {
  act?: { before: Facts; after: Facts }
  said?: string
}

interface ActFormProps {
  title: string
  /** What it will do, and more fields, above the reason. */
  children?: ReactNode
  /** It has no rehearsal: it asks somebody else, or what it does is plain. */
  isPlain?: boolean
  /** No reason is kept (extra time alone). */
  hasNoReason?: boolean
  act: (said: { reason: string; rehearse?: boolean }) => Promise<Outcome>
  onDone: () => void
  onClose: () => void
}

/** The dialog of one act: a reason, a look at what will change, and the act. It stays open until somebody closes it. */
export function ActForm({ title, children, isPlain = false, hasNoReason = false, act, onDone, onClose }: ActFormProps) {
  const [reason, setReason] = useState('')
  const rehearsal = useMutation({ mutationFn: () => act({ reason, rehearse: true }) })
  const performed = useMutation({ mutationFn: () => act({ reason }), onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!performed.isSuccess) performed.mutate()
  }
  const error = performed.error ?? rehearsal.error
  const line = outcomeLine(performed.data ?? rehearsal.data)
  return (
    <Modal title={title} width="600px" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {children}
        {!hasNoReason && (
          <TextField
            multiline
            rows={3}
            label={officeTexts.reason}
            hint={officeTexts.reasonHint}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required
            minLength={3}
            maxLength={500}
          />
        )}
        {error !== null && <Notice tone="danger">{sentenceOf(error)}</Notice>}
        {line !== '' && !performed.isSuccess && <Notice title={officeTexts.rehearsed}>{line}</Notice>}
        <StatusNotice>{performed.isSuccess && `${officeTexts.done} ${line}`}</StatusNotice>
        {!performed.isSuccess && (
          <div className={styles.line}>
            <Button type="submit" pending={performed.isPending}>
              {officeTexts.perform}
            </Button>
            {!isPlain && (
              <Button variant="border" pending={rehearsal.isPending} onClick={() => rehearsal.mutate()}>
                {officeTexts.rehearse}
              </Button>
            )}
          </div>
        )}
      </form>
    </Modal>
  )
}

/** What an act did, or would do: its own sentence, or the state before and after; '' if it was not asked yet. */
function outcomeLine(outcome: Outcome | undefined): string {
  if (outcome?.said !== undefined) return outcome.said
  if (outcome?.act === undefined) return ''
  return `${factsLine(outcome.act.before) || '—'} → ${factsLine(outcome.act.after)}`
}
