import { menuTexts } from '../../messages/menu.ts'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './unread-badge.module.css'

/** How much is unread, beside the link to it: a number for the eye, a sentence for the ear. Nothing for none. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className={hidden.visuallyHidden}>{menuTexts.unread(count)}</span>
    </>
  )
}
