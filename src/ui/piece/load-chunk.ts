import { withTimeout } from '../../concurrency/with-timeout.ts'

/** The stylesheets that were lost in a failed load, by its function. */
const leftBehind = new WeakMap<() => unknown, ReadonlySet<string>>()

/** A chunk that has not come after this time counts as lost (S9.09). Milliseconds. */
export const chunkTimeoutMs = 120_000

/** A part of the site's code did not arrive: the network broke, or this version's files are gone. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A chunk could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/**
 * Returns the result of `load`, or throws ChunkLoadError: after 120 s, or if the code or a stylesheet that its last try lost
 * cannot be fetched. Pass the same function at every try.
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

/** Lost stylesheets by address, each with its new fetch while that runs. */
const lost = new Map<string, Promise<void> | null>()

/**
 * Remembers lost stylesheets. Vite's loader rejects the import that first wanted one (`vite:preloadError`) and then counts the
 * file as loaded: the next try succeeds, and a page without its styles would pass for complete. Its event names one of several
 * lost files, so this listens to the links themselves.
 */
export function followLostStyles(): void {
  // Errors of files do not bubble.
  document.addEventListener('error', ({ target }) => isStyles(target) && remember(target), { capture: true })
  // The page's own styles fired this event before this listener existed: scripts wait for styles.
  for (const link of document.querySelectorAll('link')) if (isStyles(link) && isEmpty(link)) remember(link)
}

export function lostStyles(): string[] {
  return [...lost.keys()]
}

/** Fetches every lost stylesheet again. Rejects only if one of `needed` does not come. */
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
  // Not the stylesheets of extensions, which our policy blocks.
  const { origin, pathname } = new URL(target.href, location.href)
  return origin === location.origin && pathname.startsWith('/assets/')
}

/** Whether a stylesheet failed. Engines differ: no sheet, a sheet without rules, or one that must not be read. */
function isEmpty({ disabled, sheet }: HTMLLinkElement): boolean {
  // The build has inlined the rules of a disabled link into the page.
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
