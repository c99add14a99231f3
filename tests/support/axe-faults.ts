import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Faults that axe finds now, a line each. Legacy mode judges in the page; the other opens pages for frames of other sites. */
export async function axeFaults(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(rules).analyze()
  const faults = []
  for (const { id, nodes } of violations) {
    const small = id === 'target-size' ? await stillTooSmall(page, nodes) : nodes
    if (small.length > 0) faults.push(`${name}: ${id}: ${small.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  return faults
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** Judges targets again in mid-window, where a person presses them: a sticky bar may cover one, and axe measures the rest. */
async function stillTooSmall(page: Page, nodes: Violation['nodes']): Promise<Violation['nodes']> {
  const found = []
  for (const node of nodes) {
    const selector = String(node.target[0])
    await page.locator(selector).evaluate((target) => target.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const again = new AxeBuilder({ page }).setLegacyMode(true).include(selector).withRules(['target-size'])
    if ((await again.analyze()).violations.length > 0) found.push(node)
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  return found
}
