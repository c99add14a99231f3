import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Sentence } from '../sentence.tsx'
import styles from './field.module.css'

interface FieldFrame {
  label: string
  /** The field's validation error; its presence is the error state. */
  error?: string | undefined
  hint?: string | undefined
  isRight?: boolean
  /** Shown at the end of the input, inside its border. */
  inside?: ReactNode
}

type InputProps = FieldFrame & { multiline?: false } & Omit<ComponentPropsWithRef<'input'>, 'className'>
type TextareaProps = FieldFrame & { multiline: true } & Omit<ComponentPropsWithRef<'textarea'>, 'className'>

/** A labelled input or textarea. Its error and hint are read out with it, after the text that `aria-describedby` names. */
export function TextField({ label, error, hint, isRight = false, inside, ...rest }: InputProps | TextareaProps) {
  const id = useId()
  const described = [rest['aria-describedby'], error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const shared = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    className: [styles.input, error ? styles.wrong : isRight && styles.right].filter(Boolean).join(' '),
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <Control {...rest} {...shared} />
        {inside}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Sentence>{error}</Sentence>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Control(
  props:
    | ({ multiline?: false } & ComponentPropsWithRef<'input'>)
    | ({ multiline: true } & ComponentPropsWithRef<'textarea'>),
) {
  if (props.multiline) {
    const { multiline: _, ...textarea } = props
    return <textarea rows={5} {...textarea} />
  }
  const { multiline: _, ...input } = props
  return <input {...input} />
}
