import path from 'node:path'
import type { CDPSession, Page } from '@playwright/test'

export interface Vitals {
  /** Largest contentful paint, in ms after navigation. */
  lcp: number
  /** Total blocking time: ms over 50 of each task after the first paint, as in Lighthouse, but up to the last task. */
  tbt: number
  /** Cumulative layout shift. */
  cls: number
}

/** Time from a press to its paint, in ms: the whole, in steps of 8, and its parts. */
export interface Press {
  whole: number
  /** Before our code began, while the page was busy with something else. */
  waited: number
  /** Our code: the press's changes and React's rendering. */
  ours: number
  /** The browser's style, layout and paint, and its wait for the next frame. */
  browser: number
}

declare global {
  interface Window {
    seenVitals: Vitals & { slowestPress: Press }
  }
}

export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript({ path: path.join(import.meta.dirname, 'seen-vitals.js') })
}

export const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate(() => window.seenVitals)

/** The press with the longest time until its paint; 0 if all took less than 16 ms. */
export const slowestPress = (page: Page): Promise<Press> => page.evaluate(() => window.seenVitals.slowestPress)

const processors = new WeakMap<Page, Promise<CDPSession>>()

/**
 * Makes the processor `times` slower, as developer tools do. Uses one session a page: each session sets its value again at every
 * navigation, so an older session would bring back its own.
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
