/** Stylesheets of pieces that did not come, by address, each with its new fetch where one is under way. */
const lost = new Map<string, Promise<void> | null>()

/**
 * Remembers which stylesheets are lost. Vite's loader rejects the import that first wanted one (`vite:preloadError`), and
 * counts the file as loaded from then on: the same import succeeds at the next try, and a page without its styles would
 * pass for a whole one. Its event names one lost file of several, so the links themselves are listened to.
 */
export function followLostStyles(): void {
  // Errors of files do not bubble.
  document.addEventListener('error', ({ target }) => isStyles(target) && remember(target), { capture: true })
}

/** Fetches every lost stylesheet anew. Rejects when one of them still does not come. */
export async function fetchLostStyles(): Promise<void> {
  await Promise.all(Array.from(lost, ([address, underWay]) => underWay ?? fetchAnew(address)))
}

function isStyles(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet'
}

function remember(link: HTMLLinkElement): void {
  lost.set(link.href, null)
  link.remove()
}

function fetchAnew(address: string): Promise<void> {
  const link = document.createElement('link')
  const coming = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      lost.delete(address)
      resolve()
    })
    link.addEventListener('error', () => reject(new Error(`The styles ${address} do not come`)))
  })
  lost.set(address, coming)
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
  return coming
}
