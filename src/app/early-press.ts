/**
 * A page that the build has drawn stands before anything answers a press on it. From now on the button that was pressed last
 * is kept; what is returned ends that and presses it once more, for the code that has taken the page over meanwhile. One
 * that is on the page no longer is let go of.
 */
export function keepEarlyPress(): () => void {
  let pressed: HTMLElement | null = null
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  window.addEventListener('click', keep)
  return () => {
    window.removeEventListener('click', keep)
    if (pressed?.isConnected) pressed.click()
  }
}
