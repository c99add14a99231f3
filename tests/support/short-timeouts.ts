import type { BrowserContext, Page } from '@playwright/test'

/**
 * Cuts each timeout over two seconds to a tenth, on pages opened from now on: a retry, or the time after which a silent part
 * of the device counts as broken. For stories about what follows such a wait. The storage keeps its two seconds: a busy
 * machine needs more than a tenth of them to read a profile.
 */
export async function shortenTimeouts(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    const wait = window.setTimeout
    const hurried = (work: () => void, ms = 0) => wait(work, ms <= 2_000 ? ms : ms / 10)
    window.setTimeout = Object.assign(hurried as typeof setTimeout, { unhurried: wait })
  })
}

/** Restores the page's own timeouts, for what it begins from now on. */
export async function restoreTimeouts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.setTimeout = (window.setTimeout as typeof setTimeout & { unhurried: typeof setTimeout }).unhurried
  })
}

/** A storage counts as silent only after a minute on new pages: a busy machine may need long until it answers. */
export async function waitForSlowStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const patient = (work: () => void, ms?: number) => wait(work, ms === 2_000 ? 60_000 : ms)
    window.setTimeout = patient as typeof setTimeout
  })
}
