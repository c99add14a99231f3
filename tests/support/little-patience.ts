import type { BrowserContext, Page } from '@playwright/test'

/**
 * Whatever on pages opened from now on waits for longer than two seconds waits for a tenth of it: a new try, or the moment
 * when a silent part of the device counts as broken. For stories about what comes after such a wait. The storage keeps its two
 * seconds: on a busy machine a tenth of them is less than it takes to read a profile.
 */
export async function haveLittlePatience(where: Page | BrowserContext): Promise<void> {
  await where.addInitScript(() => {
    const wait = window.setTimeout
    const hurried = (work: () => void, ms = 0) => wait(work, ms <= 2_000 ? ms : ms / 10)
    window.setTimeout = hurried as typeof setTimeout
  })
}
