import { withTimeout } from '../../concurrency/with-timeout.ts'

/** Which stylesheets a load that failed has left behind. */
const leftBehind = new WeakMap<() => unknown, ReadonlySet<string>>()

/** After this long a chunk counts as lost (S9.09). */
export const chunkTimeoutMs = 120_000

/** A part of the site's code did not arrive: the network broke, or this version's files are gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A chunk could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * What `load` brings, or ChunkLoadError: after 120 s, or when it or a stylesheet that its last try lost cannot be fetched.
 * `load` is the same function at every try.
 */
export async function loadWithTimeout<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await withTimeout(loadWhole(load), chunkTimeoutMs)
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}

async function loadWhole<Code>(load: () => Promise<Code>): Promise<Code> {
  await fetchLostStyles(leftBehind.get(load) ?? new Set())
  const before = new Set(lostStyles())
  try {
    return await load()
  } catch (error) {
    leftBehind.set(load, new Set(lostStyles().filter((address) => !before.has(address))))
    throw error
  }
}

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
  // The page's own styles fired this event before anybody listened: scripts wait for them.
  for (const link of document.querySelectorAll('link')) if (isStyles(link) && isEmpty(link)) remember(link)
}

/** The addresses of the stylesheets that are lost now. */
export function lostStyles(): string[] {
  return [...lost.keys()]
}

/**
 * Fetches every lost stylesheet again. Rejects when one of `needed` still does not come: what only others have wanted keeps
 * nothing back.
 */
async function fetchLostStyles(needed: ReadonlySet<string>): Promise<void> {
  const fetches = Array.from(lost, async ([address, underWay]) => {
    try {
      await (underWay ?? fetchAgain(address))
    } catch (error) {
      if (needed.has(address)) throw error
    }
  })
  await Promise.all(fetches)
}

function isStyles(target: EventTarget | null): target is HTMLLinkElement {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return false
  // What extensions put into the page, and our policy keeps out, is none of ours.
  const { origin, pathname } = new URL(target.href, location.href)
  return origin === location.origin && pathname.startsWith('/assets/')
}

/** It failed. Engines differ: there is no sheet, one without rules, or one that must not be read. */
function isEmpty({ disabled, sheet }: HTMLLinkElement): boolean {
  // Drawn into the page already.
  if (disabled) return false
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}

function remember(link: HTMLLinkElement): void {
  lost.set(link.href, null)
  link.remove()
}

function fetchAgain(address: string): Promise<void> {
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
