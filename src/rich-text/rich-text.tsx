import { useLayoutEffect, useMemo, useRef } from 'react'
import { readContent } from './read-content.ts'
import styles from './rich-text.module.css'
import { sanitise } from './sanitise.ts'

/** The only place of the site where markup from the server enters a page; plain text keeps its line breaks. */
export function RichText({ children }: { children: string }) {
  const content = useMemo(() => {
    const read = readContent(children)
    return read.form === 'html' ? { ...read, html: sanitise(read.html) } : read
  }, [children])

  const rich = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = rich.current
    // It does not bubble, so it is caught on its way down.
    place?.addEventListener('error', sayInstead, { capture: true })
    return () => place?.removeEventListener('error', sayInstead, { capture: true })
  }, [content])

  if (content.form === 'text') return <div className={`${styles.rich} ${styles.plain}`}>{content.text}</div>
  // oxlint-disable-next-line react/no-danger -- sanitised above, and Trusted Types let nothing else through
  return <div ref={rich} className={styles.rich} dangerouslySetInnerHTML={{ __html: content.html }} />
}

/** A picture that cannot be had, without a network for one: what it shows, in words, and no broken frame. */
function sayInstead({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return
  target.replaceWith(target.alt)
}
