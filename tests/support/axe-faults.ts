import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong with the page as it stands, one line a fault. The mode called legacy judges in the page itself;
 * the other opens one more page for each verdict, for the sake of frames of other sites, which there are none of.
 */
export async function axeFaults(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(rules).analyze()
  return violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
