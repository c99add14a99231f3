import type { Page } from '@playwright/test'
import { shortClass } from '../../scripts/bundle/short-class.ts'
import { expect, test } from '../support/browser-test.ts'
import { closers, starters, vectors } from '../support/html-vectors.ts'
import { armed, keepWatch, letPicturesFail, longTexts, readWatch, rows, stillArmed } from '../support/html-watch.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

test.use({ serviceWorkers: 'block' })
test.skip(({ isMobile }) => !isMobile, 'What markup may do is the same in a wide window')

const rich = `.${shortClass('rich', 'src/ui/rich-text/rich-text.module.css')}`

async function answer(page: Page, path: string, json: (url: URL) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(path),
    (route) => route.fulfill({ json: json(new URL(route.request().url())) }),
  )
}

async function expectHarmless(page: Page, sink: string): Promise<void> {
  await page.evaluate(letPicturesFail, sink)
  expect(await page.evaluate(stillArmed, sink)).toEqual([])
  expect(await page.evaluate(readWatch)).toEqual({ ran: [], blocked: [] })
}

test.describe('markup from the server', () => {
  test('[S2.24] [S35] hostile markup in a legal text runs no script, however it is escaped @full', async ({ page }) => {
    await page.addInitScript(keepWatch)
    const legal = [
      { path: '/api/privacy-policy/', key: 'privacy_policy', open: 'Політика конфіденційності' },
      { path: '/api/disclaimer/', key: 'disclaimer', open: 'Застереження щодо результатів' },
      { path: '/api/offer/', key: 'offer', open: 'Договір оферти' },
      { path: '/api/newsletter-agreement/', key: 'agreement', open: 'умовах розсилки' },
    ]
    for (const [n, { path, key }] of legal.entries()) {
      await answer(page, path, () => ({ [key]: { title: `Текст ${n}`, content: longTexts[n]!.content } }))
    }
    await page.goto('/register')
    for (const [n, { open }] of legal.entries()) {
      await page.getByRole('button', { name: open }).last().click()
      await expect(
        page
          .getByRole('dialog', { name: `Текст ${n}` })
          .locator('p')
          .nth(99),
      ).toBeAttached()
      await expectHarmless(page, `dialog ${rich}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).click()
    }
  })

  test('[S2.25] [S35] hostile markup in a test’s details, title and summary runs no script @full', async ({
    page,
    server,
  }) => {
    await signInAsNewcomer(page, server)
    await page.addInitScript(keepWatch)
    const title = armed(vectors.find((vector) => vector.startsWith('<img'))!, 0)
    const tests = longTexts.map((_, n) => ({
      id: String(n),
      slug: `t${n}`,
      type: title,
      title: `${title} ${n}`,
      summary: title,
    }))
    await answer(page, '/api/available-tests/', () => ({ results: tests }))
    await answer(page, '/api/test-info/', (url) => ({
      test_info: { content: longTexts[Number(url.searchParams.get('slug')!.slice(1))]!.content },
    }))
    await page.goto('/tests')
    for (const [n] of longTexts.entries()) {
      await page.getByRole('button', { name: 'Докладніше' }).nth(n).click()
      await expect(page.getByRole('dialog').locator('p').nth(99)).toBeAttached()
      await expectHarmless(page, `dialog ${rich}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).click()
    }
  })

  test('[S35] hostile markup runs no script when every vector is a text of its own @full', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await page.addInitScript(keepWatch)
    await answer(page, '/api/faq/', () => ({
      count: rows.length,
      results: rows.map((text, n) => ({ id: String(n), topic: 'Тема', question: `Запитання ${n}`, answer: text })),
    }))
    await page.goto('/faq')
    const entries = page.locator('main details[class]')
    await expect(entries).toHaveCount(rows.length)
    await entries.evaluateAll((all) => {
      for (const details of all as HTMLDetailsElement[]) details.open = true
    })
    await expectHarmless(page, `details ${rich}`)
  })

  test('[S37] a name that is markup stays text in header and profile @full', async ({ page, server }) => {
    const person = await signInAsNewcomer(page, server)
    const name = armed('<img src=x onerror=RUN>', 0)
    await person.put('/api/user/profile/', { first_name: name, last_name: name })
    await page.addInitScript(keepWatch)
    await page.goto('/profile?settings')
    await expect(page.getByLabel('Ім’я')).toHaveValue(name)
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
    await expect(page.locator('img[src=x]')).toHaveCount(0)
    expect(await page.evaluate(readWatch)).toEqual({ ran: [], blocked: [] })
  })
})

test.describe('the hostile markup of these stories', () => {
  test.use({ breaksTrustedTypes: true })

  test('[S35] the hostile vectors run scripts in a bare page, and the watch sees what a policy blocks @full', async ({
    page,
  }) => {
    await page.addInitScript(keepWatch)
    await page.goto('/login')
    const isRefused = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=watch.alive(0)>')
        return false
      } catch {
        return true
      }
    })
    expect(isRefused).toBe(true)
    const blocked = async () => (await page.evaluate(readWatch)).blocked
    await expect.poll(blocked).toEqual(['require-trusted-types-for trusted-types-sink'])

    const serve = (body: string, headers = {}) =>
      page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', headers, body }))
    await serve(`<!doctype html>${starters.map(armed).join(closers)}`, {
      'content-security-policy': "script-src 'self'",
    })
    await page.goto('/bare')
    await expect.poll(async () => (await blocked()).length).toBeGreaterThan(20)
    expect((await page.evaluate(readWatch)).ran).toEqual([])

    await serve('<!doctype html><title>Bare</title>')
    await page.goto('/bare')
    await page.evaluate((all) => {
      for (const text of all) {
        const frame = document.createElement('iframe')
        frame.srcdoc = text
        document.body.append(frame)
      }
    }, starters.map(armed))
    // The other vectors need a person, or a browser that knows them.
    await expect.poll(async () => new Set((await page.evaluate(readWatch)).ran).size).toBeGreaterThan(30)
  })
})
