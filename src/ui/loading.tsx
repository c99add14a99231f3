import { messages } from '../messages/messages.ts'
import styles from './loading.module.css'
import { Mark } from './mark.tsx'

interface LoadingProps {
  /** Takes the height of a page instead of a block. */
  fullPage?: boolean
}

/** The loading indicator of pages and blocks, reading «Завантаження...» (S2.11). */
export function Loading({ fullPage = false }: LoadingProps) {
  return (
    <div role="status" className={fullPage ? styles.page : styles.block}>
      <Mark size={40} busy />
      <span>{messages.loading}</span>
    </div>
  )
}
