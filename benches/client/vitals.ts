import path from 'node:path'
import type { CDPSession, Page } from '@playwright/test'

export interface Vitals {
  /** Largest contentful paint, ms after navigation. */
  lcp: number
  /**
   * Total blocking time: milliseconds by which tasks after the first contentful paint were longer than 50 ms each. As
   * Lighthouse has it (web.dev/articles/tbt), but to the last task and not to the time when the page counts as interactive.
   */
  tbt: number
  /** Cumulative layout shift. */
  cls: number
}

/** One press until its paint, ms: all of it, in steps of 8, and its parts. */
export interface Press {
  whole: number
  /** Until our code began: what else the page was busy with. */
  waited: number
  /** Our code: what the press changes, and React's drawing of it. */
  ours: number
  /** The browser's style, layout and paint, and its wait for the next frame. */
  browser: number
}

declare global {
  interface Window {
    seenVitals: Vitals & { slowestPress: Press }
  }
}

/** Lets every page that is opened from now on watch itself. Call before navigation. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript({ path: path.join(import.meta.dirname, 'seen-vitals.js') })
}

export const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate(() => window.seenVitals)

/** The press that took longest until its paint; 0 when all were under 16 ms. */
export const slowestPress = (page: Page): Promise<Press> => page.evaluate(() => window.seenVitals.slowestPress)

const processors = new WeakMap<Page, Promise<CDPSession>>()

/**
 * Makes the processor `times` slower, as the tools for developers do. By one session a page: at every navigation each
 * session sets again what it was given, so that an older one would bring its slowness back.
 */
export async function slowProcessor(page: Page, times: number): Promise<void> {
  const cdpSession = processors.get(page) ?? page.context().newCDPSession(page)
  processors.set(page, cdpSession)
  const devtools = await cdpSession
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Slow 4G: 562 ms a request, 1.51 Mbit/s down, 0.75 up. */
export async function slowNetwork(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562,
    downloadThroughput: (1.51 * 1e6) / 8,
    uploadThroughput: (0.75 * 1e6) / 8,
  })
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
