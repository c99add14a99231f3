/** As a `ref`: the element takes the focus as it comes, in place of what was pressed and is gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
