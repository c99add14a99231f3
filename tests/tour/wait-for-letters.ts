import type { BrowserContext } from '@playwright/test'

/** Pictures wait for fonts (`font-display: swap` does not). The context must bypass the CSP: a hash protects that rule. */
export async function waitForLetters(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(/font-display: ?swap/g, 'font-display:block') })
  })
}
