import type { BrowserContext, Page } from '@playwright/test'

/**
 * Whatever on pages opened from now on waits for longer than two seconds waits for a tenth of it: a new try, or the moment
 * when a silent part of the device counts as broken. For stories about what comes after such a wait. The storage keeps its two
 * seconds: on a busy machine a tenth of them is less than it takes to read a profile.
 */
export async function shortenTimeouts(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    const wait = window.setTimeout
    const hurried = (work: () => void, ms = 0) => wait(work, ms <= 2_000 ? ms : ms / 10)
    window.setTimeout = Object.assign(hurried as typeof setTimeout, { unhurried: wait })
  })
}

/** This page has its own time-outs again, for what it begins from now on. */
export async function restoreTimeouts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.setTimeout = (window.setTimeout as typeof setTimeout & { unhurried: typeof setTimeout }).unhurried
  })
}

/**
 * On pages opened from now on a storage counts as silent after a minute, not after two seconds. For stories about what is on
 * a page because the storage has answered: on a busy machine that may take longer.
 */
export async function waitForSlowStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const patient = (work: () => void, ms?: number) => wait(work, ms === 2_000 ? 60_000 : ms)
    window.setTimeout = patient as typeof setTimeout
  })
}
