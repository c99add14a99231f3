/** How often, and after how many milliseconds each, a click is tried again that React still ends at its root. */
const mostRetries = 50
const retryMs = 100

export interface EarlyClick {
  /** Clicks the kept button once more. It stays kept when React has not got the code to answer it yet. */
  replay(): void
  /** The page's code is there: clicks it until React has got it, five seconds at the most, and lets go. */
  end(): void
}

declare global {
  interface Window {
    /** The button that was clicked last, from the first moment of the page: index.html notes it. */
    earlyClick?: HTMLElement | null
  }
}

/**
 * A page that the build has drawn is visible before anything answers a click on it. The button that was clicked last is kept,
 * until the code that answers it has taken it over. `now`: the button in its place, where the page is drawn again meanwhile. One that
 * has left the page for good is dropped.
 */
export function keepEarlyClick(now: (button: HTMLElement) => HTMLElement = (button) => button): EarlyClick {
  let clicked = window.earlyClick ?? null
  let isHydrated = false
  const keep = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest('button') : null
  }
  // React ends at its root what it cannot answer yet, a click on a part whose code has not come. What gets here, it answers.
  const letGo = ({ target }: Event) => {
    // The click itself can make React find that it has to draw the page again: it was answered by nobody then.
    if (isHydrated && (target as Node).isConnected) clicked = null
  }
  window.addEventListener('click', keep, { capture: true })
  window.addEventListener('click', letGo)
  const replay = () => {
    isHydrated = true
    clicked &&= now(clicked)
    if (clicked?.isConnected) clicked.click()
  }
  // The code is there a moment before React has taken over the part that it draws, on a busy device a long one.
  const end = (retries = mostRetries) => {
    replay()
    if (clicked !== null && retries > 0) return void setTimeout(end, retryMs, retries - 1)
    window.removeEventListener('click', keep, { capture: true })
    window.removeEventListener('click', letGo)
  }
  return { replay, end: () => end() }
}
