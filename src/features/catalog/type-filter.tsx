import { testTypes } from '#contract/catalog.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { typeName } from '../../messages/type-name.ts'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './type-filter.module.css'

interface TypeFilterProps {
  /** The chosen type, '' for all. */
  value: string
  onChange: (type: string) => void
}

/** Which kind of tests the list shows. */
export function TypeFilter({ value, onChange }: TypeFilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className={hidden.visuallyHidden}>{catalogTexts.filterLabel}</legend>
      {['', ...testTypes].map((type) => (
        <label key={type} className={styles.choice}>
          <input
            type="radio"
            name="type"
            className={styles.input}
            checked={value === type}
            onChange={() => onChange(type)}
          />
          <span>{type === '' ? catalogTexts.all : typeName(type)}</span>
        </label>
      ))}
    </fieldset>
  )
}
