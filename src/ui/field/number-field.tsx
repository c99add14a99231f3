import { type ComponentPropsWithRef, useRef } from 'react'
import styles from './number-field.module.css'
import { TextField } from './text-field.tsx'

interface NumberFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'onChange' | 'ref' | 'value'> {
  label: string
  hint: string
  /** The name of the button that changes the sign. */
  signLabel: string
  value: string
  onType: (text: string) => void
}

/**
 * A field for a number, with a button for its sign: the digits that an iPhone shows for `decimal` have no minus. Takes
 * whatever is typed; what of that is a number is for its user to say.
 */
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
          // Pressed by a finger it leaves the field its focus: the keys on the screen stay.
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
  // What was pasted along unseen stands before the sign, too.
  const seen = text.replace(/^[\s\p{Cf}]+/u, '')
  const bare = seen.replace(/^[-‐-―−﹘﹣－]\s*/, '')
  return bare === seen ? `−${bare.replace(/^\+/, '')}` : bare
}
