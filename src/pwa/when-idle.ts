/** The longest wait for `load`, which a picture that never comes delays. */
const timeoutMs = 15_000

/** Runs `work` when the page has loaded and the browser is idle: for work that must not compete with the page. */
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
