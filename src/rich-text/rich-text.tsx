import { useMemo } from 'react'
import { readContent } from './read-content.ts'
import styles from './rich-text.module.css'
import { sanitise } from './sanitise.ts'

/** The only place of the site where markup from the server enters a page; plain text keeps its line breaks. */
export function RichText({ children }: { children: string }) {
  const content = useMemo(() => {
    const read = readContent(children)
    return read.form === 'html' ? { ...read, html: sanitise(read.html) } : read
  }, [children])

  if (content.form === 'text') return <div className={`${styles.rich} ${styles.plain}`}>{content.text}</div>
  // oxlint-disable-next-line react/no-danger -- sanitised above, and Trusted Types let nothing else through
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: content.html }} />
}
