import { type ReactNode, useId } from 'react'
import { Text } from '../../ui/text.tsx'
import styles from './profile-section.module.css'

export function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Text as="h3" variant="subtitle2" id={id}>
        {title}
      </Text>
      {children}
    </section>
  )
}
