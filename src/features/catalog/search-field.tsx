import { useEffect, useRef, useState } from 'react'
import { catalogTexts } from '../../messages/catalog.ts'
import { TextField } from '../../ui/field/text-field.tsx'

/** Somebody who types is not asked about at every key. Milliseconds. */
const pause = 300

interface SearchFieldProps {
  /** The term that stands in the address. */
  value: string
  onSearch: (term: string) => void
}

/** Where a test is searched by words: after a short pause, or at once by Enter. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back, or a button that drops the filters, has changed the address under the field.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }

  const search = (term: string) => {
    clearTimeout(timer.current)
    // The address has it without blanks at its ends; the field keeps those that are being typed.
    setShown(term.trim())
    onSearch(term)
  }
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextField
          type="search"
          label={catalogTexts.search}
          placeholder={catalogTexts.searchHint}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            const term = event.currentTarget.value
            setTyped(term)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => search(term), pause)
          }}
        />
      </form>
    </search>
  )
}
