export interface DrawnControls {
  /** Where the page was drawn again the control in this one's place, as soon as there is one; else this one. */
  now(control: HTMLElement): HTMLElement
  /**
   * React could not take the page over as it stands, and has drawn it, or a part of it, again. `flushEffects` has it run what it
   * runs after drawing: a form hears of its fields only then.
   */
  onThrownAway(flushEffects: () => void): void
}

/** What a drawn page has of them. Read as inputs: a link or a list of choices lacks some of an input's properties. */
const controls = 'a,button,input,select,textarea'

/**
 * Keeps what a person has typed, chosen and focused on a page that the build has drawn. A node that an extension or a translation
 * has put into it makes React throw the page away and draw it again (error 418): its controls take over then what the old
 * ones held, as if the person had done it there.
 */
export function keepDrawnControls(root: HTMLElement): DrawnControls {
  const { pathname } = window.location
  const isElsewhere = () => window.location.pathname !== pathname
  const drawn = [...root.querySelectorAll<HTMLInputElement>(controls)]
  /** What the controls that are gone still have to hand down. */
  let lost: HTMLInputElement[] = []
  const done = new Set<HTMLInputElement>()
  let focused: EventTarget | null = document.activeElement
  root.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  root.addEventListener('focusout', ({ target }) => {
    // Some browsers tell it of an element that is being taken away, too.
    queueMicrotask(() => {
      if (focused === target && (target as Node).isConnected) focused = null
    })
  })

  /** Its place is counted among those that are like it: an extension's own controls are not. */
  function heirOf(old: HTMLInputElement): HTMLInputElement | undefined {
    const isLike = (other: HTMLInputElement) => likeness(other) === likeness(old)
    const place = drawn.filter(isLike).indexOf(old)
    return [...root.querySelectorAll<HTMLInputElement>(controls)].filter(isLike)[place]
  }

  function inherit(heir: HTMLInputElement, old: HTMLInputElement): void {
    if (isBox(old) && heir.checked !== old.checked) heir.click()
    if (isTyped(old) && heir.value !== old.value) {
      // Past React's own property on the element: it would take the event for one that changes nothing.
      Reflect.set(Object.getPrototypeOf(heir), 'value', old.value, heir)
      heir.dispatchEvent(new Event('change', { bubbles: true }))
    }
    if (old !== focused) return
    heir.focus({ preventScroll: true })
    if (typeof old.selectionStart === 'number') heir.setSelectionRange(old.selectionStart, old.selectionEnd)
  }

  /** A part whose code has not come yet is drawn later. Another page's fields are not meant. */
  const handDown = () => {
    if (isElsewhere()) lost = []
    lost = lost.filter((old) => {
      const heir = heirOf(old)
      if (heir) inherit(heir, old)
      if (heir) done.add(old)
      return !heir
    })
    if (lost.length === 0) observer.disconnect()
  }
  const observer = new MutationObserver(handDown)

  return {
    now: (control) =>
      control.isConnected || isElsewhere() ? control : (heirOf(control as HTMLInputElement) ?? control),
    onThrownAway: (flushEffects) => {
      const isLost = (control: HTMLInputElement) => !control.isConnected && !done.has(control)
      lost = drawn.filter((control) => isLost(control) && (isTouched(control) || control === focused))
      observer.observe(root, { childList: true, subtree: true })
      // Not in the middle of React's own work: it would set a field back to what it was drawn with.
      queueMicrotask(() => {
        flushEffects()
        handDown()
      })
    },
  }
}

const isBox = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'

const isTyped = (control: HTMLInputElement) => !isBox(control) && control.matches('input,select,textarea')

const isTouched = (control: HTMLInputElement) =>
  isBox(control)
    ? control.checked !== control.defaultChecked
    : isTyped(control) && control.value !== control.defaultValue

/** What a control has in common with the one that is drawn in its place. */
const likeness = (control: HTMLInputElement) =>
  [
    control.localName,
    control.name,
    (control as Partial<HTMLAnchorElement>).href,
    isBox(control) ? control.value : control.textContent,
  ].join()
