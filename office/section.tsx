import type { ReactNode } from 'react'
import { Text } from '../src/ui/text.tsx'
import styles from './office.module.css'

/** A part of a page below its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <Text as="h2" variant="subtitle2">
        {title}
      </Text>
      {children}
    </section>
  )
}
