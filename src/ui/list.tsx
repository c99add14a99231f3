import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button/button.tsx'
import styles from './empty-state.module.css'
import { Mark } from './mark.tsx'
import { PageTitle } from './page.tsx'
import showMoreStyles from './show-more.module.css'
import skeletonStyles from './skeleton.module.css'
import { Text } from './text.tsx'
import { useUiTexts } from './ui-texts.ts'
import hidden from './visually-hidden.module.css'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The empty list is the whole page: its title is the page's heading. */
  isPage?: boolean
}

/** An empty list, with the mark whose last cell is missing. */
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

interface SkeletonProps {
  of: 'cards' | 'rows'
}

/** Keeps the place of a list while it loads, so that the rest does not jump; read out as the loading text. */
export function Skeleton({ of }: SkeletonProps) {
  const { loading } = useUiTexts()
  return (
    <div role="status">
      <span className={hidden.visuallyHidden}>{loading}</span>
      <div className={skeletonStyles[of]} aria-hidden="true">
        {[0, 1, 2].map((piece) => (
          <div key={piece} className={skeletonStyles.piece}>
            <div className={skeletonStyles.line} />
            <div className={skeletonStyles.line} />
            {of === 'cards' && <div className={skeletonStyles.line} />}
          </div>
        ))}
      </div>
    </div>
  )
}

interface ShowMoreProps {
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }
  children: string
}

/** The button for the next page of a list; nothing at its end. */
export function ShowMore({ list, children }: ShowMoreProps) {
  const noteRows = useFocusOnNewRow(list)
  const bring = () => {
    noteRows()
    list.fetchNextPage()
  }
  if (!list.hasNextPage) return null
  return (
    <div className={showMoreStyles.more}>
      <Button variant="border" size="small" pending={list.isFetchingNextPage} onClick={bring}>
        {children}
      </Button>
    </div>
  )
}

interface GrowingList {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
}

const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('main li')]

/**
 * Focuses the first new row when the last page arrives: the button disappears then, and the keyboard would begin at the top.
 * Returns a function to call before a page is requested. A person who has moved the focus meanwhile keeps it.
 */
function useFocusOnNewRow({ hasNextPage, isFetchingNextPage }: GrowingList): () => void {
  const rowsBefore = useRef<ReadonlySet<HTMLElement>>(null)
  useLayoutEffect(() => {
    if (isFetchingNextPage) return
    const before = rowsBefore.current
    rowsBefore.current = null
    if (hasNextPage || before === null || document.activeElement !== document.body) return
    const first = rowsOfPage().find((row) => !before.has(row))
    if (!first) return
    first.tabIndex = -1
    // A person who has scrolled away reads something else.
    first.focus({ preventScroll: true })
  }, [hasNextPage, isFetchingNextPage])
  return () => {
    rowsBefore.current = new Set(rowsOfPage())
  }
}
