import { notify } from '../../server/features/notifications/notify.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examOn } from '../support/exam-story.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { pay } from '../support/pay.ts'
import { givePurchase, type Person } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { sizeOf } from '../support/size-of.ts'

const pathIs = (path: string) => (url: URL) => url.pathname === path

/** Sends a person `count` notifications. The last one leads to a training. */
async function tell({ services }: TestServer, person: Person, count: number, packId: string): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const pack = n === count ? { pack: { id: packId, title: 'Логічний тест IQ' } } : {}
    await notify(services.db, person.userId!, {
      kind: 'purchase-paid',
      title: `Новина ${n}`,
      message: 'Ось вона.',
      ...pack,
    })
  }
}

test('[S2.05] the five pages of the cabinet share one layout, and a guest is asked to sign in first @full', async ({
  page,
  server,
  isMobile,
}) => {
  await page.goto('/achievements')
  await expect(page).toHaveURL(/\/login$/)
  await signInAsNewcomer(page, server)
  await page.goto('/profile')
  const bar = page.getByRole('navigation', { name: 'Розділи кабінету' })
  for (const [path, link, title] of [
    ['/profile', 'Особистий кабінет', 'Особистий кабінет'],
    ['/notifications', 'Сповіщення', 'Сповіщення'],
    ['/purchases', 'Мої покупки', 'Мої тести'],
    ['/achievements', 'Досягнення', 'Досягнення'],
    ['/faq', 'Питання й відповіді', 'Питання й відповіді'],
  ] as const) {
    if (isMobile) await page.getByRole('button', { name: 'Відкрити меню' }).click()
    const links = isMobile ? page.getByRole('navigation', { name: 'Меню' }) : bar
    await links.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    if (isMobile) await expect(bar).toBeHidden()
    else await expect(bar.locator('[aria-current="page"]')).toHaveAttribute('href', path)
  }
})

test('[S2.23] [S3.14] [S9.08] the site counts unread notifications, marks one as read when it is opened, and leads to the training of its purchase @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  const packId = await givePurchase(server, person)
  await tell(server, person, 52, packId)
  await page.goto('/notifications')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Показати ще' }).click()
  await expect(rows).toHaveCount(52)
  await expect(page.getByRole('button', { name: 'Показати ще' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Відкрити меню, 52 непрочитані сповіщення' })).toBeVisible()

  await rows
    .filter({ hasText: /Новина 51(?!\d)/ })
    .getByRole('button')
    .click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('heading', { name: 'Новина 51' })).toBeVisible()
  await expect(modal.getByText('Ось вона.')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Пройти тестування' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rows.filter({ hasText: /Новина 51(?!\d)/ })).not.toContainText('нове')

  await rows.filter({ hasText: 'Новина 52' }).getByRole('button').click()
  // The cross that closes, and the icon of this kind of notification.
  await expect(modal.locator('svg')).toHaveCount(2)
  // The modal takes 95 % of a phone's width. In a wide window it has a fixed width and is as high as its words.
  expect((await sizeOf(modal)).width).toBe(Math.round(0.95 * page.viewportSize()!.width))
  await page.setViewportSize({ width: 1440, height: 900 })
  const { width, height } = await sizeOf(modal)
  expect(width).toBe(560)
  expect(height).toBeLessThan(400)
  await page.setViewportSize({ width: 390, height: 844 })
  await modal.getByRole('button', { name: 'Пройти тестування' }).click()
  await expect(page).toHaveURL(new RegExp(`/learning/1/${packId}$`))
  await expect(modal).toHaveCount(0)

  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Відкрити меню, 50 непрочитаних сповіщень' }).click()
  await expect(page.getByRole('link', { name: 'Сповіщення 50 непрочитаних' })).toBeVisible()
  await page.keyboard.press('Escape')
  const isMarked = page.waitForResponse('**/api/notifications/read/')
  await page.getByRole('button', { name: 'Позначити все прочитаним' }).click()
  // The list shows the change before the server has heard of it. The reload has to wait for the reply.
  await isMarked
  await expect(page.getByRole('button', { name: 'Позначити все прочитаним' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Відкрити меню', exact: true })).toBeVisible()
  await expect(page.getByText('нове', { exact: true })).toHaveCount(0)
})

test('a notification of a result names its day in words, and counts as read once the person has opened the result @full', async ({
  page,
  server,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  await page.goto('/notifications')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Результат готовий' })
  await expect(row).toContainText(/(сьогодні|вчора) о \d\d:\d\d/)
  await expect(row).toContainText('нове')
  const isMarked = page.waitForResponse('**/api/notifications/read/')
  await page.goto(`/logic/test-result/${purchaseId}`)
  expect((await isMarked).ok()).toBe(true)
  await page.goto('/notifications')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('нове')
})

test('[S3.08] [S7.21] [S7.23] [S8.03] [S9.06] a person searches, filters and orders the tests, and the address keeps these choices @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  await givePurchase(server, person, 'logichnij')
  // Pages of four, because the shop has six tests.
  await page.route(pathIs('/api/available-tests/'), (route) => {
    const url = new URL(route.request().url())
    if (!url.searchParams.has('limit')) url.searchParams.set('limit', '4')
    return route.continue({ url: url.href })
  })
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
  await page.goto('/tests')
  await expect(page.getByText('Знайдено: 6 тестів')).toBeVisible()
  await expect(cards).toHaveCount(4)
  const more = page.getByRole('button', { name: 'Показати ще' })
  expect((await sizeOf(more)).height, 'a small button').toBe(48)
  await more.click()
  await expect(cards).toHaveCount(6)

  await page.getByRole('button', { name: 'Пошук, ціна, порядок' }).click()
  await page.getByLabel('Порядок').selectOption('Спершу дорожчі')
  await expect(cards.first()).toHaveText('Логічний тест IQ')
  await page.getByLabel('Ціна').selectOption('Безкоштовні')
  await expect(page.getByText('Знайдено: 3 тести')).toBeVisible()
  await page.getByRole('radio', { name: 'Математичний' }).check()
  await expect(page).toHaveURL(/\/tests\?type=math&price_max=0&ordering=-price$/)
  await page.reload()
  await expect(cards).toHaveText(['Математичний тест: проба'])

  await page.getByLabel('Пошук тесту').fill('кит')
  await expect(page.getByText('Нічого не знайшлося')).toBeVisible()
  const all = page.getByRole('button', { name: 'Показати всі тести' })
  expect((await sizeOf(all)).height, 'a medium button').toBe(42)
  await all.click()
  await expect(page).toHaveURL(/\/tests$/)
  await expect(page.getByLabel('Пошук тесту')).toHaveValue('')
  await page.getByLabel('Покупка').selectOption('Уже куплені')
  await expect(cards).toHaveText(['Логічний тест IQ'])

  const asked = page.waitForRequest((request) => request.url().includes('/api/search-tests/'))
  await page.getByLabel('Пошук тесту').pressSequentially('логіч')
  expect(new URL((await asked).url()).search).toContain('owned=true')
  await expect(page).toHaveURL(/search=/)
  await expect(cards).toHaveText(['Логічний тест IQ'])

  await page.route(pathIs('/api/search-tests/'), (route) => route.fulfill({ status: 400, json: {} }))
  await page.getByLabel('Пошук тесту').fill('інше')
  await expect(page.getByRole('alert')).toContainText('Не удалось выполнить поиск')
})

test('a test whose exams are used up offers no exam; a person buys it again from its card and opens a new exam @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  await givePurchase(server, person, 'logichnij', { examAttempts: 0 })
  const exam = page.getByRole('link', { name: 'Скласти екзамен' })
  const training = page.getByRole('link', { name: 'Пройти тренування' })
  await page.goto('/purchases')
  await expect(training).toHaveCount(1)
  await expect(exam).toHaveCount(0)
  await page.getByRole('link', { name: /^Купити ще раз · 199.*Логічний тест IQ/ }).click()
  await expect(page).toHaveURL(/\/tests\/logichnij$/)
  await expect(page.getByText('Усі екзамени використано')).toBeVisible()
  await expect(exam).toHaveCount(0)
  await page.getByRole('button', { name: 'Купити ще раз' }).click()
  await pay(page)
  await expect(page).toHaveURL(/\/purchases\?order=/)
  // The buttons are on the card of the new purchase; the old one still offers training. The order offers a training first.
  await expect(page.getByRole('heading', { name: 'Готово. «Логічний тест IQ» ваш' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Потренуватися' })).toHaveAttribute('href', /^\/learning\//)
  await expect(page.getByRole('link', { name: 'Одразу екзамен' })).toHaveAttribute('href', /^\/exam\//)
  await expect(exam).toHaveCount(1)
  await expect(training).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Купити ще раз/ })).toHaveCount(0)
  await exam.first().click()
  await page.getByRole('button', { name: 'Почати екзамен' }).click()
  await expect(page.getByText(/Запитання 1 з/).first()).toBeVisible()
})

test('[S1.08] a payment that was declined leads back to its own order, which is paid at the second try @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await signInAsNewcomer(page, server)
  await page.goto('/tests/logichnij')
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await page.getByRole('button', { name: 'Відхилити' }).click()
  await expect(page.getByRole('alert')).toContainText(/Гроші не списано.*«Логічний тест IQ», 199/)
  const order = new URL(page.url()).searchParams.get('order')
  // The notice is also shown to a person who has left that page: on the shelf and at home.
  await page.goto('/purchases')
  await expect(page.getByText(/Гроші не списано.*«Логічний тест IQ», 199/)).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(/Гроші не списано.*«Логічний тест IQ», 199/)).toBeVisible()
  await page.getByRole('button', { name: 'Спробувати оплатити ще раз' }).click()
  await pay(page)
  expect(new URL(page.url()).searchParams.get('order')).toBe(order)
  await expect(page.getByRole('link', { name: 'Пройти тренування' })).toHaveCount(1)
})

test('an order that was paid in another tab is not paid again by a press in this one, which shows it as paid @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  await signInAsNewcomer(page, server)
  await page.goto('/tests/logichnij')
  await page.getByRole('button', { name: 'Купити', exact: true }).click()
  await page.getByRole('button', { name: 'Закрити' }).click()
  await page.goto('/purchases')
  const stale = page.getByRole('button', { name: 'Оплатити' })
  await expect(stale).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/purchases')
  await other.getByRole('button', { name: 'Оплатити' }).click()
  await pay(other)
  await other.close()
  await stale.click()
  await expect(page.getByRole('heading', { name: 'Готово. «Логічний тест IQ» ваш' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Пройти тренування' })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(stale).toHaveCount(0)
})

test('[S3.10] [S3.11] [S7.22] the page of purchases lists an expired test with its day, and also one that only the reply with a legal text names @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'one window shows it')
  const person = await signInAsNewcomer(page, server)
  await givePurchase(server, person, 'logichnij')
  await givePurchase(server, person, 'verbalnij', { expiresAt: new Date('2025-03-05T12:00:00Z'), live: false })
  const over = page.getByRole('region', { name: 'Строк дії минув' })
  await page.goto('/purchases')
  await expect(over).toContainText('Вербальний тест IQ')
  await expect(over.getByText(/5\sмарта\s2025\sг\./)).toBeVisible()
  await expect(over.getByRole('link', { name: /Купити ще раз/ })).toHaveAttribute('href', '/tests/verbalnij')
  await expect(page.getByRole('link', { name: 'Пройти тренування' })).toHaveCount(1)

  // Replies like a server of the specification alone: no notifications, and only usable purchases.
  await page.route(pathIs('/api/notifications/'), (route) => route.fulfill({ status: 404, body: '<html></html>' }))
  await page.route(pathIs('/api/owned-tests/'), async (route) => {
    const reply = await route.fetch()
    const list = await reply.json()
    const results = list.results.filter((row: { status: string }) => row.status === 'paid')
    await route.fulfill({ response: reply, json: { ...list, count: 1, results } })
  })
  await page.route(pathIs('/api/offer/'), async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), notification_count: 7 } })
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Пройти тренування' })).toHaveCount(1)
  await expect(over).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Договір оферти' }).click()
  // A text that is closed before it came is not requested any longer.
  await expect(page.getByRole('dialog').getByRole('heading', { name: '1. Хто продає' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(over).toContainText('Вербальний тест IQ')
  await expect(page.getByRole('button', { name: 'Відкрити меню, 7 непрочитаних сповіщень' })).toBeVisible()
})

test('[S2.02] [S2.20] [S2.25] [S8.21] the modals of an example, a test and the feedback form open one at a time, and a failed load says so and can be repeated @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'one window shows it')
  await signInAsNewcomer(page, server)
  const modal = page.getByRole('dialog')
  await page.goto('/examples')
  await page.getByRole('button', { name: 'Розв’язати' }).first().click()
  await expect(modal.getByRole('heading', { name: 'Приклад завдання' })).toBeVisible()
  expect(await sizeOf(modal)).toEqual({ width: 720, height: 720 })
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)

  const isInfo = (url: URL) => url.pathname.startsWith('/api/test-info/')
  const details = page.getByRole('button', { name: /Докладніше про тест «Логічний тест IQ»/ })
  let refuse: () => void = () => undefined
  const isSeenLoading = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route(isInfo, async (route) => {
    await isSeenLoading
    await route.fulfill({ status: 400, json: {} })
  })
  await page.goto('/tests')
  await details.click()
  await expect(modal.getByText('Завантаження...')).toBeVisible()
  refuse()
  await expect(modal.getByText('Не вдалося завантажити детальну інформацію про тест')).toBeVisible()
  await page.route(isInfo, (route) => route.fulfill({ json: { test_info: null } }))
  await modal.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await expect(modal.getByText('Інформація про тест не знайдена')).toBeVisible()
  await page.unroute(isInfo)
  await page.reload()
  await details.click()
  await expect(modal.getByRole('heading', { level: 2 }).first()).toHaveText('Про тест: Логічний тест IQ')
  await expect(modal.getByText('Як проходить')).toBeVisible()
  await page.keyboard.press('Escape')

  const isOneTest = (url: URL) => url.pathname === '/api/available-tests/' && url.searchParams.has('slug')
  await page.route(isOneTest, (route) => route.fulfill({ status: 400, json: {} }))
  await page
    .locator('a[href^="/tests/"]')
    .filter({ hasText: /^Обрати$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сторінка тесту не відкрилася' })).toBeFocused()
  await expect(page).toHaveTitle('Сторінка тесту не відкрилася · Тестування IQ')
  await page.unroute(isOneTest)
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await expect(page.getByRole('button', { name: /^(Купити|Почати безкоштовно)$/ })).toBeVisible()

  await page.goto('/faq')
  await page.getByLabel('Пошук у питаннях').fill("ЗВ'ЯЗК інтернет")
  await expect(page.getByRole('main').getByRole('group').first()).toContainText('зникне інтернет')
  await page.getByLabel('Пошук у питаннях').fill('щось зовсім інше')
  await expect(page.getByText('Такого питання немає')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Написати нам' }).click()
  await expect(modal).toHaveCount(1)
  await expect(modal.getByLabel('Електронна пошта')).toBeVisible()
})

test('[S9.05] the menu is 400 px wide on a wide window, and no page’s content is wider than 1280 px @full', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'of wide windows')
  const person = await signInAsNewcomer(page, server)
  await page.setViewportSize({ width: 1700, height: 900 })
  const fits = async (what: string) => {
    const widest = await page.getByRole('main').evaluate((main) => {
      const leaves = [...main.querySelectorAll('h1, h2, h3, p, a, button, input, li, svg')]
      const edges = leaves.map((leaf) => leaf.getBoundingClientRect()).filter(({ width }) => width > 0)
      return Math.max(...edges.map(({ right }) => right)) - Math.min(...edges.map(({ left }) => left))
    })
    expect(Math.round(widest), what).toBeLessThanOrEqual(1280)
  }
  for (const path of ['/', '/purchases', '/tests', '/achievements', '/tests/logichnij']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fits(path)
  }
  const exam = examOn(page)
  await exam.open(server.origin, await givePurchase(server, person, 'verbalnij-proba'))
  await exam.start()
  await fits('an exam under way')
  await page.goto('/purchases')
  await page.getByRole('button', { name: /^Відкрити меню/ }).click()
  await expect(page.getByRole('dialog', { name: 'Меню' })).toHaveCSS('width', '400px')
})
