import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { watchTrustedTypes } from '../support/trusted-types-watch.ts'

test.skip(({ isMobile }) => !isMobile, 'once is enough')

async function lookAt(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

test('[S41] the pages of guests and signed-in people, with their modals, break no rule of Trusted Types @full', async ({
  context,
  page,
  server,
}) => {
  const violations = watchTrustedTypes(context)
  await lookAt(page, ['/', '/examples', '/login', '/register', '/reset-password/email'])
  await page.goto('/')
  for (const text of ['Політика конфіденційності', 'Договір оферти']) {
    await page.getByRole('contentinfo').getByRole('button', { name: text }).click()
    await expect(page.getByRole('dialog').locator('p').first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await signInAsNewcomer(page, server)
  await lookAt(page, [
    '/profile?settings',
    '/notifications',
    '/purchases',
    '/achievements',
    '/faq',
    '/tests',
    '/tests/logichnij',
  ])
  await page.goto('/tests')
  await page.getByRole('button', { name: 'Докладніше' }).first().click()
  await expect(page.getByRole('dialog').locator('p').first()).toBeVisible()
  expect(violations).toEqual([])
})

test.describe('a page that breaks Trusted Types', () => {
  test.use({ breaksTrustedTypes: true })

  test('[S41] the watch of all stories sees a page that breaks Trusted Types by markup, by a script and by a policy of its own', async ({
    context,
    page,
  }) => {
    const violations = watchTrustedTypes(context)
    await page.goto('/login')
    const stopped = await page.evaluate(() => {
      const acts = [
        () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => Object.assign(document.createElement('script'), { src: '/x.js' }),
        () => window.trustedTypes!.createPolicy('mine', {}),
      ]
      return acts.map((act) => {
        try {
          act()
          return false
        } catch {
          return true
        }
      })
    })
    expect(stopped).toEqual([true, true, true])
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(3)
  })
})
