import type { ReactNode } from 'react'
import { Text } from '../ui/text.tsx'
import styles from './specimen.module.css'

/** One kind of piece under its name, its states in a grid; `wide`: each state takes a line of its own. */
export function Specimen({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.specimen}>
      <Text as="h2" variant="subtitle2">
        {title}
      </Text>
      <div className={wide ? styles.wide : styles.grid}>{children}</div>
    </section>
  )
}

/** One state with what brings it about. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <code className={styles.name}>{name}</code>
      {children}
    </div>
  )
}
