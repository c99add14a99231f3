import { useEffect, useEffectEvent, useState } from 'react'
import { testTypes } from '#contract/catalog.ts'
import { pastedLine } from '#contract/pasted-text.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { typeName } from '../../messages/type-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import type { CatalogFilters } from './catalog-filters.ts'
import styles from './catalog-page.module.css'
import typeFilterStyles from './type-filter.module.css'

interface FilterBarProps {
  filters: CatalogFilters
  /** The shop has so many tests that people search and sort them. With few, only the kinds are in sight. */
  isLarge: boolean
  onChange: (name: keyof CatalogFilters, value: string) => void
}

/** All filters and the order of the list. Those that few people need are folded. */
export function FilterBar({ filters, isLarge, onChange }: FilterBarProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { price_max, owned, ordering } = filters
  const isUsed = price_max !== '' || owned !== '' || ordering !== '' || (!isLarge && filters.search !== '')
  // The bar never folds again: a field must not disappear while somebody empties it.
  if (isUsed && !isUnfolded) setUnfolded(true)
  const select = (name: 'price_max' | 'owned' | 'ordering') => ({
    value: filters[name],
    label: catalogTexts.filters[name].label,
    options: catalogTexts.filters[name].options,
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  })
  return (
    <div className={isLarge ? `${styles.filters} ${styles.large}` : styles.filters}>
      <TypeFilter value={filters.type} onChange={(type) => onChange('type', type)} />
      {(isLarge || isUnfolded) && <SearchField value={filters.search} onSearch={(term) => onChange('search', term)} />}
      {!isUsed && (
        <div className={styles.unfold}>
          <Button variant="link" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isLarge ? catalogTexts.moreFilters : catalogTexts.searchAndFilters}
          </Button>
        </div>
      )}
      {(isLarge || isUnfolded) && (
        <div className={isUnfolded ? styles.selects : `${styles.selects} ${styles.folded}`}>
          <SelectField {...select('price_max')} />
          <SelectField {...select('owned')} />
          <SelectField {...select('ordering')} />
        </div>
      )}
    </div>
  )
}

/** Debounce of the search while somebody types. */
const pauseMs = 300

interface SearchFieldProps {
  /** The term in the address. */
  value: string
  onSearch: (term: string) => void
}

/** Searches tests by words: after a short pause, or immediately by Enter. */
function SearchField({ value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [due, setDue] = useState<string | null>(null)
  // Back, or a button that drops the filters, has changed the address.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }

  const search = (term: string) => {
    setDue(null)
    // The address gets the cleaned term. The field keeps the blanks that are being typed.
    setShown(pastedLine(term))
    onSearch(term)
  }
  // Reads the filters when the debounce ends, because a person may choose one before.
  const searchDue = useEffectEvent(search)
  useEffect(() => {
    if (due === null) return
    const timer = setTimeout(() => searchDue(due), pauseMs)
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

interface TypeFilterProps {
  /** The chosen type, '' for all. */
  value: string
  onChange: (type: string) => void
}

function TypeFilter({ value, onChange }: TypeFilterProps) {
  return (
    <fieldset className={typeFilterStyles.filter}>
      <legend className={hidden.visuallyHidden}>{catalogTexts.filterLabel}</legend>
      {['', ...testTypes].map((type) => (
        <label key={type} className={typeFilterStyles.choice}>
          <input
            type="radio"
            name="type"
            className={typeFilterStyles.input}
            checked={value === type}
            onChange={() => onChange(type)}
          />
          <span>{type === '' ? catalogTexts.all : typeName(type)}</span>
        </label>
      ))}
    </fieldset>
  )
}
