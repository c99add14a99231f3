import type { BrowserContext } from '@playwright/test'

/**
 * What the browser says, from now on, of markup or scripts that were given to the page as plain text, and of policies that
 * the page may not make. The array grows; it stays empty where the rule of Trusted Types is kept.
 */
export function watchTrustedTypes(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    if (/Trusted(HTML|Script|ScriptURL|TypePolicy|Types?)\b/i.test(message.text())) violations.push(message.text())
  })
  return violations
}
