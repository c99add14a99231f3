import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { quietChromium } from './quiet-chromium.ts'
import { needsWholeBrowser } from './whole-browser.ts'

/** How long a browser may take to come up. It takes half a second, and ten on a machine that is very busy. */
const LAUNCH_TIMEOUT_MS = 45_000
const LAUNCH_TRIES = 3

/** Opens the site as an installed app: a window of its own, without an address bar, `width` by `height` CSS pixels. */
export async function openAppWindow(origin: string, width: number, height: number) {
  needsWholeBrowser('app windows')
  const { context, profile } = await launchWindow(`${origin}/robots.txt`, width, height)
  await expect.poll(() => context.pages().find((page) => page.url().startsWith(origin))).toBeDefined()
  const page: Page = context.pages().find((opened) => opened.url().startsWith(origin))!
  await page.goto(origin)
  return {
    page,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Starts a browser whose only window shows `url` as an app. Playwright connects while that page loads, and once in some
 * hundred launches the browser then never answered. So `url` is a page without scripts or a worker, and a browser that does
 * not come up is started again. Nothing of the story has happened by then.
 */
async function launchWindow(url: string, width: number, height: number, triesLeft = LAUNCH_TRIES - 1) {
  const profile = await mkdtemp(path.join(tmpdir(), 'app-window-'))
  try {
    return { context: await launch(profile, url, width, height), profile }
  } catch (error) {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    if (triesLeft === 0) throw error
    return launchWindow(url, width, height, triesLeft - 1)
  }
}

function launch(profile: string, url: string, width: number, height: number) {
  const executablePath = process.env.CHROMIUM_PATH
  return chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    timeout: LAUNCH_TIMEOUT_MS,
    args: [...quietChromium, `--app=${url}`, `--window-size=${width},${height}`],
    // The window keeps its own size, not the viewport of the project.
    viewport: null,
    isMobile: undefined as unknown as boolean,
    locale: 'uk-UA',
  })
}
