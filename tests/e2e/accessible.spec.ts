import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { signInContext } from '../support/exam-story.ts'
import { makeMember } from '../tour/member.ts'
import { guestStops, memberStops, visit } from '../tour/stops.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the page as it stands, one line a fault. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

const looks = [
  { title: 'on a narrow phone, light', width: 360, colorScheme: 'light' },
  { title: 'on a desktop, dark @full', width: 1440, colorScheme: 'dark' },
] as const

for (const { title, width, colorScheme } of looks) {
  test.describe(title, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    test.describe.configure({ mode: 'parallel' })

    test('axe finds no fault in what a guest sees', async ({ page, server }) => {
      const faults: string[] = []
      for (const stop of guestStops) {
        await visit(page, server.origin, stop)
        faults.push(...(await faultsOf(page, stop.name)))
      }
      expect(faults).toEqual([])
    })

    test('axe finds no fault in what a signed-in person sees', async ({ page, server }) => {
      const member = await makeMember(server)
      await signInContext(page.context(), member.person)
      const faults: string[] = []
      for (const stop of memberStops) {
        await visit(page, server.origin, stop, member)
        faults.push(...(await faultsOf(page, stop.name)))
      }
      expect(faults).toEqual([])
    })
  })
}
