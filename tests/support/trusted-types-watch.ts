import type { BrowserContext } from '@playwright/test'

/**
 * Collects what the browser reports from now on about plain text used as markup or script, and about policies that the page
 * may not make. The returned array grows; it stays empty as long as the rule of Trusted Types is kept.
 */
export function watchTrustedTypes(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    if (/Trusted(HTML|Script|ScriptURL|TypePolicy|Types?)\b/i.test(message.text())) violations.push(message.text())
  })
  return violations
}
