/** How often, and after how many ms each, to repeat a click that React still stops at its root. */
const mostRetries = 50
const retryMs = 100

export interface EarlyClick {
  /** Clicks the kept button again. It stays kept while React lacks the code to answer. */
  replay(): void
  /** The page's code is loaded: clicks until React answers, for five seconds at most, then drops the button. */
  end(): void
}

declare global {
  interface Window {
    /** The last clicked button since the page began; index.html notes it. */
    earlyClick?: HTMLElement | null
  }
}

/**
 * Keeps the last clicked button of a drawn page until its code has hydrated it: the page is visible before any code answers a
 * click. `now`: the control that replaced the button if the page is drawn again. A button that has left the page for good is
 * dropped.
 */
export function keepEarlyClick(now: (button: HTMLElement) => HTMLElement = (button) => button): EarlyClick {
  let clicked = window.earlyClick ?? null
  let isHydrated = false
  const keep = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest('button') : null
  }
  // React stops at its root a click on a part whose code has not come. A click that arrives here gets its answer.
  const letGo = ({ target }: Event) => {
    // The click may itself make React draw the page again: then nothing answered it.
    if (isHydrated && (target as Node).isConnected) clicked = null
  }
  window.addEventListener('click', keep, { capture: true })
  window.addEventListener('click', letGo)
  const replay = () => {
    isHydrated = true
    clicked &&= now(clicked)
    if (clicked?.isConnected) clicked.click()
  }
  // A part's code comes before React has hydrated the part, on a busy device long before. So the click is repeated.
  const end = (retries = mostRetries) => {
    replay()
    if (clicked !== null && retries > 0) return void setTimeout(end, retryMs, retries - 1)
    window.removeEventListener('click', keep, { capture: true })
    window.removeEventListener('click', letGo)
  }
  return { replay, end: () => end() }
}
