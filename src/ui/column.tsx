import type { ReactNode } from 'react'
import styles from './column.module.css'

interface ColumnProps {
  /**
   * page: at most 1280 px (S9.05); text: a readable line in the middle; cabinet: such a line at the page's edge, where
   * the other pages of the cabinet begin, and the whole page from 1200 px; form: one column of fields.
   */
  width?: 'page' | 'text' | 'cabinet' | 'form'
  children: ReactNode
}

/** The column of a page's content, with the gutters of the width. */
export function Column({ width = 'page', children }: ColumnProps) {
  return <div className={`${styles.column} ${styles[width]}`}>{children}</div>
}
