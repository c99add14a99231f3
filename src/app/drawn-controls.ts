export interface DrawnControls {
  /** The control that replaced this one when the page was drawn again, as soon as it exists; else this control. */
  now(control: HTMLElement): HTMLElement
  /** Call after React has drawn the page, or a part, again. `flushEffects` runs its effects: forms hear of their fields then. */
  onThrownAway(flushEffects: () => void): void
}

/** The controls of a page. Typed as inputs although a link or a select lacks some of an input's properties. */
const controls = 'a,button,input,select,textarea'

/**
 * Keeps what a person has typed, chosen and focused on a page that the build has drawn. A node from an extension or a
 * translation makes React discard the page and draw it again (error 418). The new controls then take over the old ones' state,
 * as if the person had acted there.
 */
export function keepDrawnControls(root: HTMLElement): DrawnControls {
  const { pathname } = window.location
  const isElsewhere = () => window.location.pathname !== pathname
  const drawn = [...root.querySelectorAll<HTMLInputElement>(controls)]
  /** Controls that are gone, and whose state no new control has taken over yet. */
  let lost: HTMLInputElement[] = []
  const done = new Set<HTMLInputElement>()
  let focused: EventTarget | null = document.activeElement
  root.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  root.addEventListener('focusout', ({ target }) => {
    // Some browsers also send focusout for an element that is being removed.
    queueMicrotask(() => {
      if (focused === target && (target as Node).isConnected) focused = null
    })
  })

  /** Finds the new control by its place among controls that are like `old`: an extension's own controls are not. */
  function heirOf(old: HTMLInputElement): HTMLInputElement | undefined {
    const isLike = (other: HTMLInputElement) => likeness(other) === likeness(old)
    const place = drawn.filter(isLike).indexOf(old)
    return [...root.querySelectorAll<HTMLInputElement>(controls)].filter(isLike)[place]
  }

  function inherit(heir: HTMLInputElement, old: HTMLInputElement): void {
    if (isBox(old) && heir.checked !== old.checked) heir.click()
    if (isTyped(old) && heir.value !== old.value) {
      // Bypasses React's own property on the element, with which React would ignore the event as no change.
      Reflect.set(Object.getPrototypeOf(heir), 'value', old.value, heir)
      heir.dispatchEvent(new Event('change', { bubbles: true }))
    }
    if (old !== focused) return
    heir.focus({ preventScroll: true })
    if (typeof old.selectionStart === 'number') heir.setSelectionRange(old.selectionStart, old.selectionEnd)
  }

  /** Runs again for parts whose code comes later. The fields of another page are not touched. */
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
      // Not within React's own work, which would reset a field to its drawn value.
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

/** What a control shares with the one that replaces it. */
const likeness = (control: HTMLInputElement) =>
  [
    control.localName,
    control.name,
    (control as Partial<HTMLAnchorElement>).href,
    isBox(control) ? control.value : control.textContent,
  ].join()
