import type { Browser, Page } from '@playwright/test'
import { serveFloor } from './floor-page.ts'
import { median, slowNetwork, slowProcessor, type Vitals, vitalsOf, watchVitals } from './vitals.ts'

const rounds = 5

/** Measures the landing page and its floor on a stranger's slow phone: CPU 4 times slower, Slow 4G, nothing cached. */
export async function measureFirstVisit(browser: Browser, origin: string): Promise<{ page: Vitals; floor: Vitals }> {
  const words = await wordsOf(browser, origin)
  const floor = await serveFloor(words)
  try {
    return { page: await measure(browser, `${origin}/`), floor: await measure(browser, floor.url) }
  } finally {
    floor.close()
  }
}

async function wordsOf(browser: Browser, origin: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(origin)
  const words = await page.locator('main').innerText()
  await page.close()
  return words
}

async function measure(browser: Browser, url: string): Promise<Vitals> {
  const seen: Vitals[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await visit(browser, url))
  const of = (name: keyof Vitals) => median(seen.map((vitals) => vitals[name]))
  // A shift in one visit of six is a shift, so the worst counts, not the median.
  return { lcp: of('lcp'), tbt: of('tbt'), cls: Math.max(...seen.map(({ cls }) => cls)) }
}

async function visit(browser: Browser, url: string): Promise<Vitals> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page: Page = await context.newPage()
  await watchVitals(page)
  await slowNetwork(page)
  await slowProcessor(page, 4)
  await page.goto(url, { waitUntil: 'networkidle' })
  const vitals = await vitalsOf(page)
  await context.close()
  return vitals
}
