/** Gives the page's heading the focus: what was pressed is gone with what it did, and a keyboard would begin at the top. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
