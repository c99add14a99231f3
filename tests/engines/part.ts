export type Role = 'button' | 'checkbox' | 'dialog' | 'heading' | 'link' | 'radio' | 'textbox'

/** A part of a page as a person names it: role, name, and which of several. */
export interface Part {
  role: Role
  /** Source of a regular expression for the whole name; any name if absent. */
  name?: string
  /** The first if absent. */
  nth?: number
}

/** The visible element that a person means, not under an open dialog, or null. Self-contained: drivers send its source. */
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
