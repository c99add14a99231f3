import DOMPurify from 'dompurify'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { apiOrigin } from '../../http/api-url.ts'
import { readContent } from './read-content.ts'
import styles from './rich-text.module.css'

/** The only place where markup from the server enters a page; plain text keeps its line breaks. */
export function RichText({ children }: { children: string }) {
  const content = useMemo(() => {
    const read = readContent(children)
    return read.form === 'html' ? { ...read, html: sanitise(read.html) } : read
  }, [children])

  const rich = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = rich.current
    // This event does not bubble, so it is caught in the capture phase.
    place?.addEventListener('error', sayInstead, { capture: true })
    return () => place?.removeEventListener('error', sayInstead, { capture: true })
  }, [content])

  if (content.form === 'text') return <div className={`${styles.rich} ${styles.plain}`}>{content.text}</div>
  // oxlint-disable-next-line react/no-danger -- sanitised above, and Trusted Types let nothing else through
  return <div ref={rich} className={styles.rich} dangerouslySetInnerHTML={{ __html: content.html }} />
}

/** Replaces a picture that does not load, for example without a network, by its alternative text. */
function sayInstead({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return
  target.replaceWith(target.alt)
}

const formatting =
  'h1 h2 h3 h4 h5 h6 p br hr div span section article blockquote q cite pre code kbd b strong i em u s del ins mark small sub sup abbr time ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td a img figure figcaption details summary'
const attributes = 'href title src alt width height colspan rowspan scope start reversed open lang dir datetime'

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  const source = node.getAttribute('src')
  if (node.tagName === 'IMG' && source?.startsWith('/media/')) node.setAttribute('src', apiOrigin + source)
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer')
    if (/^https?:/i.test(node.getAttribute('href') ?? '')) node.setAttribute('target', '_blank')
  }
})

/**
 * Markup that may be shown: formatting, links and pictures, and nothing that acts, frames, styles or can be found by a name.
 * Images of /media/ come from the API host (S7.41); web links open in a new tab. Nothing may change the markup after this.
 */
function sanitise(html: string): string {
  const clean = purifier.sanitize(html, {
    ALLOWED_TAGS: formatting.split(' '),
    ALLOWED_ATTR: attributes.split(' '),
    ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  })
  // With Trusted Types this is a TrustedHTML, which React passes on untouched.
  return clean as unknown as string
}
