import { Button } from './button/button.tsx'
import styles from './show-more.module.css'
import { useFocusOnNewRow } from './use-focus-on-new-row.ts'

interface ShowMoreProps {
  /** An infinite query, or what looks like one. */
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }
  children: string
}

/** Brings the next page of a list; nothing at its end. */
export function ShowMore({ list, children }: ShowMoreProps) {
  const noteRows = useFocusOnNewRow(list)
  const bring = () => {
    noteRows()
    list.fetchNextPage()
  }
  if (!list.hasNextPage) return null
  return (
    <div className={styles.more}>
      <Button variant="border" size="small" pending={list.isFetchingNextPage} onClick={bring}>
        {children}
      </Button>
    </div>
  )
}
