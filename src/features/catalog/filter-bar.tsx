import { useState } from 'react'
import { catalogTexts } from '../../messages/catalog.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import type { CatalogFilters } from './catalog-filters.ts'
import styles from './catalog-page.module.css'
import { SearchField } from './search-field.tsx'
import { TypeFilter } from './type-filter.tsx'

interface FilterBarProps {
  filters: CatalogFilters
  /** So many tests that one looks for them by words, prices and orders; of few the kinds alone are in sight. */
  isLarge: boolean
  onChange: (name: keyof CatalogFilters, value: string) => void
}

/** Everything by which the list is narrowed and ordered. What few people need is folded away until it is wanted. */
export function FilterBar({ filters, isLarge, onChange }: FilterBarProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { price_max, owned, ordering } = filters
  const isUsed = price_max !== '' || owned !== '' || ordering !== '' || (!isLarge && filters.search !== '')
  // It stays: a field must not go while somebody empties it.
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
