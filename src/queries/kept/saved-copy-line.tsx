// A lazy boundary: shown only while the server cannot be asked.
import { timeOrDay } from '../../messages/formats.ts'
import { cacheTexts } from '../../messages/pwa.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './saved-copy.module.css'
import type { Staleness } from './staleness.ts'

/** The age of the page's data, and a button that requests them again. */
export function SavedCopyLine({ savedAt, reason, onAskAgain }: Staleness & { onAskAgain: () => void }) {
  return (
    <div role="status" className={styles.line}>
      <p>{cacheTexts.savedAt(timeOrDay(savedAt), reason)}</p>
      <Button variant="link" onClick={onAskAgain}>
        {cacheTexts.askAgain}
      </Button>
    </div>
  )
}
