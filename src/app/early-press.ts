export interface EarlyPress {
  /** Presses the kept button once more. It stays kept when React has not got the code to answer it yet. */
  pressAgain(): void
  /** Presses it a last time: the page's code is there. */
  end(): void
}

/**
 * A page that the build has drawn stands before anything answers a press on it. From now on the button that was pressed last
 * is kept, until the code that answers it has taken it over. One that is on the page no longer is let go of.
 */
export function keepEarlyPress(): EarlyPress {
  let pressed: HTMLElement | null = null
  let isTakenOver = false
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  // React ends at its root what it cannot answer yet, a press on a part whose code has not come. What gets here, it answers.
  const letGo = () => {
    if (isTakenOver) pressed = null
  }
  window.addEventListener('click', keep, { capture: true })
  window.addEventListener('click', letGo)
  const pressAgain = () => {
    isTakenOver = true
    if (pressed?.isConnected) pressed.click()
  }
  return {
    pressAgain,
    end: () => {
      pressAgain()
      window.removeEventListener('click', keep, { capture: true })
      window.removeEventListener('click', letGo)
    },
  }
}
