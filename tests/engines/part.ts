export type Role = 'button' | 'checkbox' | 'dialog' | 'heading' | 'link' | 'radio' | 'textbox'

/** A part of a page as a person names it: what it is, what it is called, which one of those it is. */
export interface Part {
  role: Role
  /** The source of a regular expression that the whole name must match; any name where it is left out. */
  name?: string
  /** The first where it is left out. */
  nth?: number
}

/**
 * The element that a person means, or null: what is hidden, and what lies under an open dialog, is not there for them.
 * Runs in the page and needs nothing from outside, so that any driver can take its source along.
 */
export function findPart({ role, name = '.*', nth = 0 }: Part): HTMLElement | null {
  const selectors = {
    button: 'button',
    checkbox: 'input[type=checkbox]',
    dialog: 'dialog',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    radio: 'input[type=radio]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=hidden]), textarea',
  }
  const wanted = new RegExp(`^(?:${name})$`, 'u')
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const own = scope !== document && role === 'dialog' ? [scope as HTMLElement] : []
  const found = [...own, ...scope.querySelectorAll<HTMLElement>(selectors[role])].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const texts = [
      ...labelledBy.map((id) => document.getElementById(id)?.textContent ?? ''),
      element.getAttribute('aria-label') ?? '',
      ...labels.map(({ textContent }) => textContent ?? ''),
      element.textContent ?? '',
    ]
    return wanted.test((texts.find((text) => text.trim() !== '') ?? '').replace(/\s+/g, ' ').trim())
  })
  return found[nth] ?? null
}
