import { test } from '@playwright/test'

/**
 * Skips the story that calls this where the browser is a headless shell, which `npm test` takes where no Chromium is
 * installed. `lack`: what such a shell has not.
 */
export function needsWholeBrowser(lack: string): void {
  test.skip(process.env.CHROMIUM_IS_SHELL === '1', `a headless shell has no ${lack}`)
}
