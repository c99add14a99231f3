import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Mark } from './mark.tsx'
import { PageTitle } from './text/page-title.tsx'
import { Text } from './text/text.tsx'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** The one thing to do next. */
  action?: ReactNode
  /** It is all that the page has to say: its title is the page's own. */
  isPage?: boolean
}

/** A list with nothing in it: the grid whose cell is still missing. */
export function EmptyState({ title, children, action, isPage = false }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Mark size={72} />
      {isPage ? (
        <PageTitle variant="subtitle1">{title}</PageTitle>
      ) : (
        <Text as="h2" variant="subtitle1">
          {title}
        </Text>
      )}
      {children !== undefined && <Text tone="soft">{children}</Text>}
      {action}
    </div>
  )
}
