import { expect, test } from '../support/browser-test.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

for (const { path, title } of [
  { path: '/', title: /Перевірте/ },
  { path: '/examples', title: /Приклади/ },
]) {
  test.describe(`the page ${path} that the build has drawn`, () => {
    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false })

      test('is there with its words and its styles', async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Onest/)
      })
    })

    test('is taken over as it stands, and fills with what the server knows', async ({ page }) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.querySelector('h1')!.setAttribute('data-drawn', '')
        })
      })
      await page.goto(path)
      await expect(page.getByText('Завантаження...')).toHaveCount(0)
      await expect(page.locator('h1[data-drawn]')).toBeVisible()
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
      expect(complaints).toEqual([])
    })
  })
}

test('the drawn landing page becomes that of a signed-in person', async ({ page, server }) => {
  await signInAsNewcomer(page, server)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Мій кабінет' })).toBeVisible()
})
