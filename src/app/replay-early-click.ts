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
 * until the code that answers it has taken it over. One that has left the page is dropped.
 */
export function keepEarlyClick(): EarlyClick {
  let clicked = window.earlyClick ?? null
  let isHydrated = false
  const keep = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest('button') : null
  }
  // React ends at its root what it cannot answer yet, a click on a part whose code has not come. What gets here, it answers.
  const letGo = () => {
    if (isHydrated) clicked = null
  }
  window.addEventListener('click', keep, { capture: true })
  window.addEventListener('click', letGo)
  const replay = () => {
    isHydrated = true
    if (clicked?.isConnected) clicked.click()
  }
  // The code is there a moment before React has taken over the part that it draws, on a busy device a long one.
  const end = (retries = mostRetries) => {
    replay()
    if (clicked?.isConnected && retries > 0) return void setTimeout(end, retryMs, retries - 1)
    window.removeEventListener('click', keep, { capture: true })
    window.removeEventListener('click', letGo)
  }
  return { replay, end: () => end() }
}
