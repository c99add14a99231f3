import { useEffect, useEffectEvent, useState } from 'react'
import { pastedLine } from '#contract/pasted-text.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { TextField } from '../../ui/field/text-field.tsx'

/** Somebody who types is not asked about at every key. Milliseconds. */
const pause = 300

interface SearchFieldProps {
  /** The term in the address. */
  value: string
  onSearch: (term: string) => void
}

/** Where a test is searched by words: after a short pause, or at once by Enter. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [due, setDue] = useState<string | null>(null)
  // Back, or a button that drops the filters, has changed the address under the field.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }

  const search = (term: string) => {
    setDue(null)
    // The address has it as it is seen; the field keeps the blanks that are being typed.
    setShown(pastedLine(term))
    onSearch(term)
  }
  // As the page is then: a filter may be chosen within the pause.
  const searchDue = useEffectEvent(search)
  useEffect(() => {
    if (due === null) return
    const timer = setTimeout(() => searchDue(due), pause)
    return () => clearTimeout(timer)
  }, [due])
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
            setDue(term)
          }}
        />
      </form>
    </search>
  )
}
