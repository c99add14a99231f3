import { test } from '@playwright/test'

/** Skips the story in a headless shell, which `npm test` takes where no Chromium is installed. `lack`: what it does not have. */
export function needsWholeBrowser(lack: string): void {
  test.skip(process.env.CHROMIUM_IS_SHELL === '1', `a headless shell has no ${lack}`)
}
