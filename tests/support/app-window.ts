import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { quietChromium } from './quiet-chromium.ts'
import { needsWholeBrowser } from './whole-browser.ts'

/** Opens the site as an installed app: a window of its own, without an address bar, `width` by `height` CSS pixels. */
export async function openAppWindow(origin: string, width: number, height: number) {
  needsWholeBrowser('app windows')
  const profile = await mkdtemp(path.join(tmpdir(), 'app-window-'))
  const executablePath = process.env.CHROMIUM_PATH
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: [...quietChromium, `--app=${origin}`, `--window-size=${width},${height}`],
    // The window's own, not that of the project.
    viewport: null,
    isMobile: undefined as unknown as boolean,
    locale: 'uk-UA',
  })
  await expect.poll(() => context.pages().find((page) => page.url().startsWith(origin))).toBeDefined()
  const page: Page = context.pages().find((opened) => opened.url().startsWith(origin))!
  return {
    page,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
