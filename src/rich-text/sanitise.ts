import DOMPurify from 'dompurify'
import { apiOrigin } from '../http/api-url.ts'

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
 * Markup that may be shown: no scripts, styles, forms or frames; images of /media/ come from the API host (S7.41), links
 * open apart. Nothing may change the markup after this: it goes into the page as it leaves here.
 */
export function sanitise(html: string): string {
  const clean = purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'iframe', 'svg', 'math', 'input', 'button', 'textarea', 'select'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
    RETURN_TRUSTED_TYPE: true,
  })
  // Where the browser has Trusted Types this is a TrustedHTML, which React hands to the page untouched.
  return clean as unknown as string
}
