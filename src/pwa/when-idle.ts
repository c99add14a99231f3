/** A picture that never comes holds the page's `load` back for as long. */
const timeoutMs = 15_000

/** Runs `work` once the page has loaded and the browser has nothing better to do: what must not compete with the page. */
export function whenIdle(work: () => void): void {
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 1_000)
  if (document.readyState === 'complete') return void soon()
  const enough = setTimeout(begin, timeoutMs)
  window.addEventListener('load', begin, { once: true })

  function begin(): void {
    clearTimeout(enough)
    window.removeEventListener('load', begin)
    soon()
  }
}
