import type { ReactNode } from 'react'
import { Text } from '../src/ui/text.tsx'
import styles from './office.module.css'
import { officeTexts } from './office-texts.ts'

interface Column<Row> {
  name: string
  renderCell: (row: Row) => ReactNode
  /** Figures and moments: digits of one width, no line breaks. */
  isNumber?: boolean
}

interface TableProps<Row> {
  /** Read out by screen readers, not shown. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
}

/** A table of rows that the server has ordered. Nothing to sort or filter here, so it needs no library. */
export function Table<Row>({ label, rows, columns, keyOf }: TableProps<Row>) {
  if (rows.length === 0) return <Text tone="soft">{officeTexts.nothing}</Text>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, renderCell, isNumber = false }) => (
                <td key={name} data-column={name} className={isNumber ? styles.number : undefined}>
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Names with their values, in as many columns as fit. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
