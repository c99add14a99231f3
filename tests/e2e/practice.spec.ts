import type { BrowserContext, Page } from '@playwright/test'
import { findItems, type PaperItem } from '../../server/features/exams/paper/paper-store.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, signInContext } from '../support/exam-story.ts'
import { keyboardOn } from '../support/keyboard.ts'
import type { Person } from '../support/person.ts'
import { storedText } from '../support/worker-story.ts'

async function trainee(context: BrowserContext, server: TestServer, slug?: string) {
  const { person, purchaseId } = await examinee(server, slug)
  return { person, purchaseId, ...(await opened(context, server, person, purchaseId)) }
}

async function opened(context: BrowserContext, server: TestServer, person: Person, purchaseId: string) {
  await signInContext(context, person)
  const page = await context.newPage()
  await page.goto(`${server.origin}/learning/1/${purchaseId}`)
  return { page, ...practiceOn(page, server) }
}

function practiceOn(page: Page, server: TestServer) {
  const begun = () =>
    page.waitForResponse((reply) => reply.url().includes('/api/practice/') && reply.request().method() === 'POST')
  return {
    at: (number: number, total = 5) =>
      expect(page.getByRole('heading', { name: `Запитання ${number} з ${total}`, exact: true })).toBeVisible(),
    says: (text: string | RegExp) => expect(page.getByText(text)).toBeVisible(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    /** Stored items of the practice that `act` begins, and the reply to the page. */
    async itemsAfter(act: () => Promise<void>): Promise<{ items: PaperItem[]; told: string }> {
      const [reply] = await Promise.all([begun(), act()])
      const replyText = await reply.text()
      return { items: (await findItems(server.services.db, JSON.parse(replyText).attempt_id))!, told: replyText }
    },
    mark: (item: PaperItem, isRight: boolean) => {
      const places = item.question.options!.map(({ id }) => id === item.key.right)
      return page.getByRole('radio').nth(places.indexOf(isRight)).check()
    },
  }
}

test.describe('a training one task at a time', () => {
  test('[S2.06] a practice explains each answer after it is given, continues after a reload, ends in its review, and offers the mistakes again', async ({
    context,
    server,
  }) => {
    const { page, at, says, press, itemsAfter, mark } = await trainee(context, server)
    await expect(page.getByRole('radio')).toHaveCount(0)
    await page.getByText('Налаштувати тренування').click()
    await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: '5 завдань' })).toBeChecked()
    const kinds = page.getByLabel('Які завдання')
    await expect(kinds.getByRole('option')).toHaveText(['Усі види', 'Аналогії', 'Зайве слово', 'Висновки'])
    await kinds.selectOption('Аналогії')
    const { items, told } = await itemsAfter(() => press('Почати тренування'))
    const [first, second, third] = items
    expect(told).not.toContain(first!.key.explanation)
    await at(1)

    await press('Перевірити')
    await says('Оберіть або введіть відповідь, тоді перевіримо.')
    await mark(first!, true)
    await press('Перевірити')
    await says('Правильно!')
    await says(first!.key.explanation)
    await expect(page.getByRole('radio').first()).toBeDisabled()
    await press('Далі')
    await at(2)
    await mark(second!, false)
    await press('Перевірити')
    await says('Не цього разу.')
    await says(second!.key.explanation)

    await page.reload()
    await at(3)
    await press('Не знаю')
    await says('Розберімо разом.')
    await says(third!.key.explanation)
    await press('Завершити зараз')

    await expect(page.getByRole('heading', { name: 'Підсумок тренування' })).toBeVisible()
    await expect(page.getByText('1 з 5', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      'Правильно',
      'Неправильно',
      ...Array<string>(3).fill('Без відповіді'),
    ])
    await expect(page.getByRole('button', { name: /^Ще 5/ })).toBeVisible()
    await page.getByRole('link', { name: 'До результату з розбором' }).click()
    await expect(page).toHaveURL(/\/verbal\/test-result\/.+\?attempt=/)
    await expect(page.getByRole('heading', { name: 'Результат тренування' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^1 з 5$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Запитання \d$/ })).toHaveCount(5)

    const again = page.getByRole('link', { name: /^(Повторити помилки|Тренуватися ще раз)$/ })
    await expect(again).toHaveText(['Повторити помилки', 'Тренуватися ще раз'])
    await again.first().click()
    await expect(page.getByRole('radio', { name: /^По одному завданню/ })).toBeChecked()
    await expect(page.getByLabel('Які завдання').getByRole('option', { selected: true })).toHaveText('Мої помилки')
    const repeated = await itemsAfter(() => press('Почати тренування'))
    expect(repeated.items.map(({ family }) => family)).toEqual(Array(5).fill('verbal-analogy'))
    await at(1)
    // A person who goes back finds the unfinished training.
    await page.goBack()
    await says('Є незавершене тренування')
    await press('Продовжити')
    await at(1)
  })

  test('the words of an option and its verdict never overlap, from a small phone to a tablet @full', async ({
    context,
    server,
    isMobile,
  }) => {
    test.skip(!isMobile, 'the windows are its own: once is enough')
    const { page, at, press, itemsAfter, mark } = await trainee(context, server)
    // The drawn words are random. These are wide ones of each length that two columns may have to hold.
    const words = ['Шумомір', 'Житомиру', 'Вашингтон', 'мушкетером', 'миролюбність']
    await page.route('**/api/practice/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const reply = await route.fetch()
      const body = await reply.json()
      for (const [place, { options }] of (body.questions ?? []).entries()) {
        for (const option of options) option.text = words[place]
      }
      await route.fulfill({ response: reply, json: body })
    })
    const { items } = await itemsAfter(() => press('Почати тренування'))
    for (const [place, item] of items.entries()) {
      await at(place + 1)
      await mark(item, false)
      await press('Перевірити')
      await expect(page.getByText('Не цього разу.')).toBeVisible()
      for (const [width, height] of [
        [360, 640],
        [390, 664],
        [768, 1024],
      ] as const) {
        await page.setViewportSize({ width, height })
        const judged = () => page.locator('label:has(svg)').evaluateAll(overlaps)
        // A page hears of its new size only some frames later.
        await expect.poll(judged, `${words[place]} at ${width}`).toEqual({ judged: 2, covered: [] })
      }
      if (place < items.length - 1) await press('Далі')
    }
  })

  test('a matrix with all its options fits a phone of 360 × 640, and its explanation draws each rule and then the answer @full', async ({
    context,
    server,
    isMobile,
  }) => {
    test.skip(!isMobile, 'the window of a phone')
    const { page, at, says, press, itemsAfter } = await trainee(context, server, 'logichnij')
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByText('Налаштувати тренування').click()
    await page.getByLabel('Які завдання').selectOption('Матриці фігур')
    const { items } = await itemsAfter(() => press('Почати тренування'))
    await at(1)
    await expect(page.getByRole('radio')).toHaveCount(8)
    for (const seen of [page.getByRole('img').first(), ...(await page.locator('label').all())]) {
      await expect(seen).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('button', { name: 'Перевірити' })).toBeInViewport({ ratio: 1 })
    const barTop = (await page.getByRole('button', { name: 'Перевірити' }).boundingBox())!.y
    const lowest = (await page.getByRole('radio').last().locator('xpath=..').boundingBox())!
    expect(lowest.y + lowest.height).toBeLessThanOrEqual(barTop)

    await press('Не знаю')
    await says('Розберімо разом.')
    const changing = String(items[0]!.radicals!.rules)
      .split(' ')
      .filter((rule) => !rule.endsWith(':constant'))
    const reply = page.locator('[aria-live=polite]').filter({ hasText: 'Розберімо разом.' })
    await expect(reply.getByRole('img', { name: /^(Третій рядок|Три рядки), лише / })).toHaveCount(changing.length)
    await expect(reply.getByRole('img', { name: /Остання клітинка — відповідь\.$/ })).toHaveCount(1)
    expect(await axeFaults(page, 'an explanation')).toEqual([])
  })

  test('a person takes a practice by keyboard alone, through a lost network, and on another device where the first was left @full', async ({
    browser,
    context,
    server,
  }) => {
    const { page, person, purchaseId, at, says, itemsAfter } = await trainee(context, server)
    const keyboard = keyboardOn(page)
    await keyboard.use(page.getByText('Налаштувати тренування'))
    const oneByOne = page.getByRole('radio', { name: /^По одному завданню/ })
    await keyboard.goTo(oneByOne)
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^Як екзамен/ })).toBeChecked()
    await keyboard.press('ArrowUp')
    await expect(oneByOne).toBeChecked()
    const { items } = await itemsAfter(() => keyboard.use(page.getByRole('button', { name: 'Почати тренування' })))
    await keyboard.arrivesAt('Запитання 1 з 5')
    await expect.poll(() => storedText(page)).toContain(`"right":"${items[0]!.key.right}"`)
    await keyboard.tick(page.getByRole('radio').first())

    await context.setOffline(true)
    await keyboard.use(page.getByRole('button', { name: 'Перевірити' }))
    await says(/^(Правильно!|Не цього разу\.)$/)
    await says('Відповідь збережено на цьому пристрої.')
    await context.setOffline(false)
    await says('Відповідь уже на сервері.')
    await keyboard.use(page.getByRole('button', { name: 'Далі' }))
    await keyboard.arrivesAt('Запитання 2 з 5')

    const elsewhere = await browser.newContext()
    const other = await opened(elsewhere, server, person, purchaseId)
    await other.says('Виконано 1 з 5. Нове тренування завершить це.')
    await other.press('Продовжити')
    await other.at(2)
    await other.press('Не знаю')
    await other.says('Розберімо разом.')
    await elsewhere.close()
    // The question is still open here. The answer that was given elsewhere counts.
    await keyboard.tick(page.getByRole('radio').first())
    await keyboard.use(page.getByRole('button', { name: 'Перевірити' }))
    await says('Розберімо разом.')
    await page.reload()
    await at(3)
  })
})

/** Counts options with a verdict, and lists those whose words are covered by a sign or a verdict, or whose verdict overflows. */
function overlaps(labels: Element[]) {
  const boxesOf = (node: Node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  }
  const covered = labels.filter((label) => {
    const [said, verdict] = [...label.children].slice(1)
    // A word for screen readers is in a box of one pixel.
    const shown = [...verdict!.children].filter((part) => part.getBoundingClientRect().width > 1)
    const marks = shown.flatMap((part) => (part instanceof SVGElement ? [part.getBoundingClientRect()] : boxesOf(part)))
    const { right } = label.getBoundingClientRect()
    return marks.some(
      (mark) =>
        mark.right > right ||
        boxesOf(said!).some(
          (box) => box.left < mark.right && mark.left < box.right && box.top < mark.bottom && mark.top < box.bottom,
        ),
    )
  })
  return { judged: labels.length, covered: covered.map(({ textContent }) => textContent) }
}
