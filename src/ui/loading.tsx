import styles from './loading.module.css'
import { Mark } from './mark.tsx'
import { useUiTexts } from './ui-texts.ts'

interface LoadingProps {
  /** Takes the height of a page instead of a block. */
  fullPage?: boolean
}

/** The loading indicator of pages and blocks, reading «Завантаження...» (S2.11). */
export function Loading({ fullPage = false }: LoadingProps) {
  const { loading } = useUiTexts()
  return (
    <div role="status" className={fullPage ? styles.page : styles.block}>
      <Mark size={40} busy />
      <span>{loading}</span>
    </div>
  )
}
