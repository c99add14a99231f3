/**
 * As a `ref`: the element takes the focus as it comes, in place of what was pressed and is gone. Who has moved on meanwhile
 * is left alone.
 */
export const takeFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}
