import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { closers, encodings, starters, vectors } from '../support/html-vectors.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

test.use({ serviceWorkers: 'block' })

/** `alive(n)` is what the nth vector runs; `blocked` are the scripts that only the page's policy stopped. */
interface Watch {
  ran: number[]
  blocked: string[]
  alive: (n: number) => void
}
declare const watch: Watch

const armed = (vector: string, n: number) => vector.replaceAll('RUN', `top.watch.alive(${n})`)
/** Each vector as a text of its own, and all of them in one text after another. */
const rows = Object.values(encodings).flatMap((encode) => vectors.map((vector, n) => encode(armed(vector, n))))
const longTexts = Object.entries(encodings).map(([encoding, encode]) => ({
  encoding,
  content: encode(vectors.map((vector, n) => `${closers}<p>${armed(vector, n)}`).join('\n')),
}))

/** Before any script of the page: where a vector would report, and what the page's policy stops. */
async function keepWatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Watch = { ran: [], blocked: [], alive: (n) => kept.ran.push(n) }
    Object.assign(window, { watch: kept })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, target }) => {
      // The sanitiser's own parser builds documents that nothing runs in; what the policy says of their handlers and
      // styles comes without an element of the page.
      const isInert = target === document && /^(script-src-attr|style-src-(elem|attr))$/.test(effectiveDirective)
      // A picture that the policy keeps out runs nothing.
      const isPicture = /^(img|media)-src$/.test(effectiveDirective)
      if (!isInert && !isPicture) kept.blocked.push(`${effectiveDirective} ${blockedURI}`)
    })
  })
}

async function answer(page: Page, path: string, json: (url: URL) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(path),
    (route) => route.fulfill({ json: json(new URL(route.request().url())) }),
  )
}

/** What is in a sink that could still act: handlers, addresses that are scripts, tags and names that nothing needs. */
function stillArmed(page: Page, sink: string): Promise<string[]> {
  return page.locator(sink).evaluateAll((sinks) => {
    const acting =
      'script,style,iframe,frame,object,embed,form,input,button,textarea,select,svg,math,base,meta,link,template'
    return sinks.flatMap((root) => {
      const inside = [...root.querySelectorAll('*')]
      const tags = inside.filter((node) => node.matches(acting) || node.localName.includes('-'))
      const named = inside.filter((node) => node.matches('[id],[name],[style],[class],[autofocus],[tabindex]'))
      const handled = inside.filter((node) =>
        node.getAttributeNames().some((name) => /^on|^(form)?action$|srcdoc/.test(name)),
      )
      const scripted = inside.filter((node) =>
        ['href', 'src', 'xlink:href'].some((name) => {
          const value = node.getAttribute(name)
          return (
            value !== null &&
            URL.canParse(value, location.href) &&
            /^(javascript|vbscript):|^data:text/.test(new URL(value, location.href).href)
          )
        }),
      )
      return [...tags, ...named, ...handled, ...scripted].map((node) => node.outerHTML.slice(0, 120))
    })
  })
}

/** Broken pictures report when they have been given up. */
async function letPicturesFail(page: Page, sink: string): Promise<void> {
  await page.locator(sink).evaluateAll(async (sinks) => {
    const pending = sinks.flatMap((root) => [...root.querySelectorAll('img')]).filter((image) => !image.complete)
    await Promise.all(
      pending.map(
        (image) =>
          new Promise((done) => {
            image.addEventListener('load', done)
            image.addEventListener('error', done)
          }),
      ),
    )
  })
}

async function expectHarmless(page: Page, sink: string): Promise<void> {
  await letPicturesFail(page, sink)
  expect(await stillArmed(page, sink)).toEqual([])
  expect(await page.evaluate(() => ({ ran: watch.ran, blocked: watch.blocked }))).toEqual({ ran: [], blocked: [] })
}

test.describe('markup from the server', () => {
  test('[S2.24] runs nothing in any legal text, whichever way it was escaped', async ({ page }) => {
    await keepWatch(page)
    const legal = [
      { path: '/api/privacy-policy/', key: 'privacy_policy', open: 'Політика конфіденційності' },
      { path: '/api/disclaimer/', key: 'disclaimer', open: 'Відмова від відповідальності' },
      { path: '/api/offer/', key: 'offer', open: 'Договір оферти' },
      { path: '/api/newsletter-agreement/', key: 'agreement', open: 'умови розсилки' },
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
      await expectHarmless(page, 'dialog [class*=rich]')
      await page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).click()
    }
  })

  test('[S2.25] runs nothing in the details of a test, nor in its title and summary', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await keepWatch(page)
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
      await expectHarmless(page, 'dialog [class*=rich]')
      await page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).click()
    }
  })

  test('runs nothing where every vector is a text of its own', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await keepWatch(page)
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
    await expectHarmless(page, 'details [class*=rich]')
  })

  test('is dangerous as it comes: the vectors run in a bare page, and the watch sees what a policy stops', async ({
    page,
  }) => {
    await keepWatch(page)
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
    expect(await page.evaluate(() => watch.blocked)).toEqual(['require-trusted-types-for trusted-types-sink'])

    const serve = (body: string, headers = {}) =>
      page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', headers, body }))
    await serve(`<!doctype html>${starters.map(armed).join(closers)}`, {
      'content-security-policy': "script-src 'self'",
    })
    await page.goto('/bare')
    await expect.poll(() => page.evaluate(() => watch.blocked.length)).toBeGreaterThan(20)
    expect(await page.evaluate(() => watch.ran)).toEqual([])

    await serve('<!doctype html><title>Bare</title>')
    await page.goto('/bare')
    await page.evaluate((all) => {
      for (const text of all) {
        const frame = document.createElement('iframe')
        frame.srcdoc = text
        document.body.append(frame)
      }
    }, starters.map(armed))
    // The others wait for a person, or for a browser that knows them.
    await expect.poll(() => page.evaluate(() => new Set(watch.ran).size)).toBeGreaterThan(30)
  })
})
