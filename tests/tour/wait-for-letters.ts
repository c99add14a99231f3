import type { BrowserContext } from '@playwright/test'

/**
 * Pictures wait for the site's own letters, which a visitor's first page begins without (`font-display: swap`). The
 * context must bypass the Content-Security-Policy: prerendered pages carry that rule under a hash.
 */
export async function waitForLetters(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(/font-display: ?swap/g, 'font-display:block') })
  })
}
