import { type ComponentPropsWithRef, useRef } from 'react'
import styles from './number-field.module.css'
import { TextField } from './text-field.tsx'

interface NumberFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'onChange' | 'ref' | 'value'> {
  label: string
  hint: string
  signLabel: string
  value: string
  onType: (text: string) => void
}

/** A field for a number in any text, with a button for its sign: an iPhone's `decimal` keyboard has no minus. */
export function NumberField({ signLabel, value, onType, ...rest }: NumberFieldProps) {
  const place = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...rest}
      ref={place}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      inside={
        <button
          type="button"
          className={styles.sign}
          aria-label={signLabel}
          disabled={rest.disabled}
          // A press by finger must leave the focus in the field, or the keyboard on the screen closes.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            const text = withOtherSign(value)
            if (text.length <= (rest.maxLength ?? Infinity)) onType(text)
          }}
        >
          ±
        </button>
      }
    />
  )
}

function withOtherSign(text: string): string {
  // Invisible pasted characters may precede the sign.
  const seen = text.replace(/^[\s\p{Cf}]+/u, '')
  const bare = seen.replace(/^[-‐-―−﹘﹣－]\s*/, '')
  return bare === seen ? `−${bare.replace(/^\+/, '')}` : bare
}
