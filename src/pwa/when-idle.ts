/** Runs `work` once the page has loaded and the browser has nothing better to do: what must not compete with the page. */
export function whenIdle(work: () => void): void {
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 1_000)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}
