import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { pay } from '../support/pay.ts'
import { givePurchase } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'

const title = 'Усі три тести IQ'

async function register(page: Page): Promise<void> {
  await page.getByLabel('Ім’я').fill('Оксана')
  await page.getByLabel('Прізвище').fill('Коваль')
  await page.getByLabel('Електронна пошта').fill(`${randomBytes(6).toString('hex')}@person.example`)
  await page.getByLabel('Пароль', { exact: true }).fill('дуже-довгий-пароль-7')
  await page.getByRole('checkbox', { name: /договір оферти/ }).check()
  await page.getByRole('checkbox', { name: /політикою конфіденційності/ }).check()
  await page.getByRole('button', { name: 'Зареєструватися' }).click()
}

async function seesBundlePage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/bundles\/usi-try$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText(/399\s₴\s*замість 497\s₴ окремо/)
}

const chosen = (page: Page) => page.getByRole('region', { name: 'Ви обрали' })

test('a guest chooses the bundle on the landing page, reads its name and price at the registration, and buys its three tests with one payment', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await page.goto('/')
  const offer = page.getByRole('region', { name: title })
  await offer.getByRole('link', { name: 'Обрати' }).click()
  await expect(page).toHaveURL(/\/register\?bundle=usi-try$/)
  await expect(chosen(page)).toContainText(/Усі три тести IQ\s*399\s₴/)
  await expect(chosen(page)).not.toContainText('Вербальний')
  await register(page)
  await seesBundlePage(page)
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await expect(page.getByText(/399/).first()).toBeVisible()
  await pay(page)
  await expect(page.getByRole('link', { name: 'Скласти екзамен' })).toHaveCount(3)
  // The shop does not advertise to an owner, and the bundle's page says that they own it.
  await page.goto('/tests')
  await expect(page.getByRole('link', { name: 'До моїх тестів' })).toHaveCount(3)
  await expect(offer).toHaveCount(0)
  await page.goto('/bundles/usi-try')
  await expect(page.getByText('Тести з цього комплекту у вас уже є')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Купити', exact: true })).toHaveCount(0)
})

test('a person whose payment for a bundle was declined pays at the second try, and has its three tests among their purchases @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await signInAsNewcomer(page, server)
  await page.goto('/tests')
  const offer = page.getByRole('region', { name: title })
  await expect(offer).toContainText(/399\s₴ замість 497\s₴/)
  await offer.getByRole('link', { name: 'Обрати' }).click()
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await page.getByRole('button', { name: 'Відхилити' }).click()
  await expect(page.getByRole('alert')).toContainText(/«Усі три тести IQ», 399\s₴/)
  // Links lead to the bundle's page from the order and from the shelf. A button then leads back to its payment.
  for (const place of [page.url(), '/purchases']) {
    await page.goto(place)
    await page.getByRole('link', { name: 'До сторінки комплекту' }).first().click()
    await seesBundlePage(page)
  }
  await page.goto('/purchases')
  await page.getByRole('button', { name: 'Спробувати оплатити ще раз' }).click()
  await pay(page)
  await expect(page.getByRole('link', { name: 'Скласти екзамен' })).toHaveCount(3)
  await page.goto('/tests/logichnij')
  await expect(page.getByText('Цей тест у вас уже є')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a reader of a test’s public page finds the bundle’s own page, and sees the bundle at the registration and the log-in @full', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await page.goto('/test/verbalnij.html')
  await page.getByRole('link', { name: /^Усі три тести IQ · 399/ }).click()
  await expect(page).toHaveURL(/\/bundle\/usi-try\.html$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Обрати комплект' }).click()
  await expect(chosen(page)).toContainText(/Усі три тести IQ\s*399\s₴/)
  await page.goBack()
  await page.getByRole('link', { name: 'Увійти' }).last().click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(chosen(page)).toContainText(/Усі три тести IQ\s*399\s₴/)
  await page.getByRole('link', { name: 'Зареєструватися' }).click()
  await register(page)
  await seesBundlePage(page)
})

test('the offer of the bundle after a trial, in the list of tests and on a test’s page leads to the bundle’s page @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { slug: 'logichnij-proba', isRight: (place) => place < 2 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await page.getByRole('link', { name: /^Усі три тести IQ · 399/ }).click()
  await seesBundlePage(page)
  await page.getByRole('link', { name: 'Усі тести' }).click()
  await page.getByRole('region', { name: title }).getByRole('link', { name: 'Обрати' }).click()
  await seesBundlePage(page)
  await page.getByRole('link', { name: 'Логічний тест IQ' }).click()
  await expect(page).toHaveURL(/\/tests\/logichnij$/)
  await page.getByRole('region', { name: title }).getByRole('link', { name: 'Обрати' }).click()
  await seesBundlePage(page)
})

test('a person who bought a test of the bundle 15 days ago sees no offer of the bundle, and its page leads to another test that they can buy @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  await givePurchase(server, person, 'logichnij', { paidAt: new Date(Date.now() - 15 * 86_400_000) })
  for (const path of ['/tests', '/tests/verbalnij']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Вербальний тест IQ' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(title)).toHaveCount(0)
  }
  await page.goto('/bundles/usi-try')
  await expect(page.getByText('У вас уже є «Логічний тест IQ»')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Купити', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: /^Математичний тест IQ · 149/ }).click()
  await expect(page).toHaveURL(/\/tests\/abstraktnij$/)
  await page.goto('/bundles/nemaie')
  await expect(page.getByRole('heading', { name: 'Такого комплекту зараз немає' })).toBeVisible()
})

interface Named {
  href: string
  says: string
  /** The thing on sale, by the name on the link or on the card around it, with its price there. */
  thing: string
  price: string | null
}

/** Links of a page to other pages that name something on sale, each with its price if it shows one. */
async function linksToSold(page: Page, titles: readonly string[]): Promise<Named[]> {
  return page.evaluate((sold) => {
    const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
    const priceIn = (text: string) => /(?<![\d,])\d[\d ]*(?:,\d\d)? ₴/.exec(text)?.[0] ?? null
    const longestFirst = sold.toSorted((one, other) => other.length - one.length)
    const named = (text: string) => longestFirst.find((each) => text.includes(each))
    const chooses = /^(Обрати|Спробувати|Купити)/
    return [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])')].flatMap((link) => {
      const says = plain(link.getAttribute('aria-label') ?? link.textContent)
      const card = link.closest('li, section, aside')
      const around =
        plain(card?.querySelector('h1, h2, h3')?.textContent) || plain(document.querySelector('h1')?.textContent)
      const thing = named(says) ?? (chooses.test(says) && !says.includes('безкоштовно') ? named(around) : undefined)
      if (thing === undefined) return []
      const href = link.getAttribute('href')!
      return [{ href, says, thing, price: priceIn(says) ?? (named(says) ? null : priceIn(plain(card?.textContent))) }]
    })
  }, titles)
}

/** Opens the target of each link and checks that it names the thing, and the price if the link had one. */
async function leadsToWhatItNames(page: Page, links: readonly Named[]): Promise<void> {
  const once = new Map(links.map((link) => [JSON.stringify([link.href, link.thing, link.price]), link]))
  for (const { href, says, thing, price } of once.values()) {
    const what = `«${says}» (${href})`
    await page.goto(href)
    const isRegistration = new URL(page.url()).pathname === '/register'
    if (isRegistration) {
      await expect(chosen(page).getByText(thing, { exact: true }), what).toBeVisible()
      if (price !== null) await expect(chosen(page), what).toContainText(price.replace(' ', '\u00a0'))
      continue
    }
    // A guest takes a free test immediately, on the landing page: the address opens the first question of a trial.
    const trial = new URL(page.url()).searchParams.get('trial')
    if (trial !== null) {
      expect(thing, what).toContain('проба')
      await expect(page.getByText('Запитання 1 з 6'), what).toBeVisible()
      continue
    }
    // A link to an owned thing leads to its training, exam or result.
    if (/^\/(exam|learning|[\w-]+\/test-result)\//.test(href)) continue
    await expect(page.getByRole('heading', { level: 1 }), what).toHaveText(thing)
    if (price !== null) await expect(page.getByText(price.replace(' ', '\u00a0')).first(), what).toBeVisible()
  }
}

async function titlesOf(server: TestServer): Promise<string[]> {
  const read = async (path: string) => (await (await fetch(server.origin + path)).json()).results as { title: string }[]
  return [...(await read('/api/available-tests/')), ...(await read('/api/bundles/'))].map((sold) => sold.title)
}

/** Pages with such links, each with a text that is there when the page is complete. */
const placesOf = {
  guest: [
    ['/', title],
    ['/pytannia.html', title],
    ['/test/logichnij.html', title],
    ['/test/verbalnij-proba.html', 'Безкоштовно'],
    ['/bundle/usi-try.html', title],
  ],
  person: [
    ['/tests', title],
    ['/tests/verbalnij', title],
    ['/tests/logichnij-proba', 'Логічний тест: проба'],
    ['/bundles/usi-try', title],
    ['/profile', /^Повний тест · /],
  ],
} as const

test('every link of a guest’s page that names a test, a bundle or a price leads to that one, at that price @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const titles = await titlesOf(server)
  const found: Named[] = []
  for (const [path, sign] of placesOf.guest) {
    await page.goto(path)
    await expect(page.getByText(sign).first()).toBeVisible()
    found.push(...(await linksToSold(page, titles)))
  }
  expect(new Set(found.map(({ thing }) => thing))).toEqual(new Set(titles))
  expect(found.filter(({ thing }) => thing === title).length).toBeGreaterThan(3)
  await leadsToWhatItNames(page, found)
})

test('every link of a signed-in person’s page that names a test, a bundle or a price leads to that one, at that price @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { slug: 'logichnij-proba', isRight: (place) => place < 2 })
  const titles = await titlesOf(server)
  const found: Named[] = []
  for (const [path, sign] of [
    ...placesOf.person,
    [`/logic/test-result/${purchaseId}`, /^Усі три тести IQ · /] as const,
  ]) {
    await page.goto(path)
    await expect(page.getByText(sign).first()).toBeVisible()
    found.push(...(await linksToSold(page, titles)))
  }
  expect(found.filter(({ thing }) => thing === title).length).toBeGreaterThan(2)
  await leadsToWhatItNames(page, found)
})

test('a person who bought one test is offered the other two for the difference after payment, in the list and on the bundle’s page, and buys them', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await signInAsNewcomer(page, server)
  await page.goto('/tests/verbalnij')
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await pay(page)
  await page.getByRole('link', { name: /^Додайте ще 2\sтести за 250\s₴$/ }).click()
  await expect(page).toHaveURL(/\/bundles\/usi-try$/)
  await expect(page.getByRole('complementary')).toContainText(/250\s₴\s*замість 348\s₴ окремо/)
  await page.goto('/tests')
  const offer = page.getByRole('region', { name: /^Додайте ще 2\sтести/ })
  await expect(offer).not.toContainText('Вербальний')
  await offer.getByRole('link', { name: 'Обрати' }).click()
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await expect(page.getByText(/250/).first()).toBeVisible()
  await pay(page)
  await page.goto('/purchases')
  await expect(page.getByRole('link', { name: 'Скласти екзамен' })).toHaveCount(3)
})
