import { type ReactNode, useId } from 'react'
import { Text } from '../../../ui/text/text.tsx'
import styles from './home.module.css'

interface HomeCardProps {
  title: string
  /** What is to be done about it, the first being what we advise. */
  actions?: ReactNode
  children: ReactNode
}

/** The card at the top of the cabinet. */
export function HomeCard({ title, actions, children }: HomeCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Text as="h2" variant="subtitle2" id={id}>
        {title}
      </Text>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}
