import { catalogTexts } from '../../messages/catalog.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import type { CatalogFilters } from './catalog-filters.ts'
import styles from './catalog-page.module.css'
import { SearchField } from './search-field.tsx'
import { TypeFilter } from './type-filter.tsx'

interface FilterBarProps {
  filters: CatalogFilters
  onChange: (name: keyof CatalogFilters, value: string) => void
}

/** Everything by which the list is narrowed and ordered. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const select = (name: 'price_max' | 'owned' | 'ordering') => ({
    value: filters[name],
    label: catalogTexts.filters[name].label,
    options: catalogTexts.filters[name].options,
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  })
  return (
    <div className={styles.filters}>
      <SearchField value={filters.search} onSearch={(term) => onChange('search', term)} />
      <TypeFilter value={filters.type} onChange={(type) => onChange('type', type)} />
      <div className={styles.selects}>
        <SelectField {...select('price_max')} />
        <SelectField {...select('owned')} />
        <SelectField {...select('ordering')} />
      </div>
    </div>
  )
}
