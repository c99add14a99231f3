import type { Browser, Page } from '@playwright/test'
import type { Question } from '#contract/question.ts'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examPath, examOn, onDevice, onServer, signInContext } from '../support/exam-story.ts'
import { extremeItems, itemsOfPapers } from '../support/extreme-items.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import { type DrawnQuestion, drawnQuestions, sightOf } from '../support/question-sight.ts'

/** Windows in CSS pixels, width and height: phones with and without the browser's bars, one on its side, the commonest laptop. */
const windows: readonly Size[] = [
  [360, 640],
  [390, 664],
  [390, 844],
  [412, 780],
  [844, 390],
  [1366, 657],
]

type Size = readonly [width: number, height: number]

/** Widths of devices with heights that browsers leave, phones on their side, and 1280×720 at 200 and at 400 %. */
const grid: readonly Size[] = [
  ...[320, 360, 390, 768, 844, 1024, 1280, 1366, 1440, 1536].flatMap((width) =>
    [560, 600, 664, 720, 768, 789, 844, 900, 1000].map((height): Size => [width, height]),
  ),
  [844, 390],
  [667, 331],
  [640, 360],
  [320, 256],
  [320, 180],
]
const withHeight = (...heights: number[]) => grid.filter(([, height]) => heights.includes(height))
/** At each width the lowest window, a middle one and the highest, and all that are lower than these. */
const extremesOfGrid = grid.filter(([, height]) => height <= 560 || height === 768 || height === 1000)
/** A small phone, one on its side, a laptop on which questions were once cut off, and 1280×720 at 400 %. */
const sampleOfGrid: readonly Size[] = [
  [360, 640],
  [844, 390],
  [1366, 768],
  [320, 180],
]

/** Places that show questions. Each part of the whole grid has its own story and timeout. */
const allParts = ['exam', 'larger', 'training', 'trial']

test.describe('the content of a question', () => {
  // The story replaces one question's markup by another's. The policy of pages allows no script to do that.
  test.use({ bypassCSP: true })

  const every = { greatest: 100, papers: 3, sizes: grid, fewer: extremesOfGrid }
  for (const { of, greatest, papers, sizes, fewer, parts } of [
    {
      of: 'the largest questions of every family',
      greatest: 4,
      papers: 0,
      sizes: sampleOfGrid,
      fewer: [],
      parts: allParts,
    },
    { of: 'every question of three exams of each test, in every window @full', ...every, parts: ['exam'] },
    {
      of: 'the same questions with the text spacing of WCAG and in letters of 200 % @full',
      ...every,
      parts: ['larger'],
    },
    { of: 'the same questions in trainings and trials @full', ...every, parts: ['training', 'trial'] },
  ]) {
    test(`a person can bring a question and each option whole into sight, without inner scrolling or cut-off parts: ${of}`, async ({
      page,
      context,
      browser,
      server,
    }) => {
      if (papers > 0) test.setTimeout(1_800_000)
      const ofPapers = papers > 0 ? itemsOfPapers(papers) : []
      const drawn = await drawnOf(page, server, [...ofPapers, ...extremeItems(greatest)])
      const faults: string[] = []
      // Questions of papers are looked at in windows of `some` alone: a higher window hides no more.
      const look = async (where: string, all: readonly Size[], some: readonly Size[], on = page) => {
        for (const size of all) {
          const [width, height] = size
          await on.setViewportSize({ width, height })
          const found = await sightOf(on, some.includes(size) ? drawn : drawn.slice(ofPapers.length))
          faults.push(...found.faults.map((fault) => `${where}, ${width}×${height}, ${fault}`))
        }
      }
      if (parts.includes('exam')) await look('exam', sizes, fewer)
      if (papers > 0 && parts.includes('larger')) {
        const [low, middle] = [withHeight(560, 390, 256), withHeight(768)]
        await withTextSpacing(page)
        await look('exam with the text spacing of WCAG', [...low, ...middle], low)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Запитання /)
        const letters = await context.newCDPSession(page)
        await letters.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
        await look('exam in letters of 200 %', [...withHeight(600), ...middle], withHeight(600))
        await letters.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
      }
      if (parts.includes('training')) {
        await openPractice(page, server)
        await look('training', sizes, withHeight(560))
      }
      if (parts.includes('trial')) {
        const guest = await openTrial(browser, server)
        await look('trial', papers > 0 ? fewer : sizes, withHeight(560), guest)
        await guest.close()
      }
      expect(faults).toEqual([])
    })
  }

  test('in windows from 390×664 on, 95 of 100 questions of papers fit whole with all their options before any scrolling @full', async ({
    page,
    server,
  }) => {
    test.setTimeout(600_000)
    const drawn = await drawnOf(page, server, itemsOfPapers(3))
    const shares: Record<string, number> = {}
    for (const [width, height] of [...windows, [768, 1024], [1024, 768], [1366, 768], [1440, 900]] as Size[]) {
      await page.setViewportSize({ width, height })
      const { whole } = await sightOf(page, drawn)
      shares[`${width}×${height}`] = Math.round((100 * whole) / drawn.length)
    }
    test.info().annotations.push({ type: 'whole, of 100', description: JSON.stringify(shares) })
    const { '360×640': smallest, '844×390': onItsSide, ...others } = shares
    expect(smallest).toBeGreaterThanOrEqual(90)
    expect(onItsSide).toBeGreaterThanOrEqual(80)
    for (const [size, share] of Object.entries(others)) expect(share, size).toBeGreaterThanOrEqual(95)
  })

  test('the next question opens at its top although the question before was scrolled', async ({ page, server }) => {
    const questions = itemsOfPapers(1).slice(0, 3)
    for (const question of questions) question.prompt = `Слово, яке стоїть поруч.\n\n${question.prompt}`.repeat(8)
    await openExamOf(page, server, questions)
    await page.setViewportSize({ width: 390, height: 664 })
    await page.getByRole('radio').last().focus()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Наступне' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Запитання 2 з 3')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

async function drawnOf(page: Page, server: TestServer, questions: readonly Question[]): Promise<DrawnQuestion[]> {
  await openExamOf(page, server, questions)
  return drawnQuestions(
    page,
    questions.map(({ id, prompt }) => `${id} «${prompt.slice(0, 24)}»`),
  )
}

/** Applies the text spacing of WCAG 1.4.12. */
async function withTextSpacing(page: Page): Promise<void> {
  await page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
  })
}

/** Opens the first task of a one-by-one training, for the person who is signed in here. */
async function openPractice(page: Page, server: TestServer): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}${new URL(page.url()).pathname.replace('exam', 'learning')}`)
  await page.getByRole('button', { name: 'Почати тренування' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Запитання 1 з /)
}

async function openTrial(browser: Browser, server: TestServer): Promise<Page> {
  const guest = await browser.newPage({ bypassCSP: true, serviceWorkers: 'block', locale: 'uk-UA' })
  await guest.goto(`${server.origin}/?trial`)
  await expect(guest.getByRole('heading', { name: /^Запитання 1 з / })).toBeVisible()
  return guest
}

test('the largest of a hundred questions of every family has targets and text large enough, and its buttons in sight before any scrolling @full', async ({
  page,
  server,
}) => {
  const questions = extremeItems(100)
  await openExamOf(page, server, questions)
  const faults: string[] = []
  for (const [index, question] of questions.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Запитання ${index + 1} з ${questions.length}`)
    await expect(page.locator(`#prompt-${question.id}`)).toBeVisible()
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height })
      const place = `${question.prompt.slice(0, 30)} (${question.options?.length ?? 'typed'}) at ${width}×${height}`
      faults.push(...(await faultsOf(page)).map((fault) => `${place}: ${fault}`))
    }
    if (index < questions.length - 1) await page.keyboard.press('ArrowRight')
  }
  expect(faults).toEqual([])
})

/** The lowest windows of a telephone and of a laptop. What is in sight there is usually in sight in a higher window. */
const lowestWindows: readonly Size[] = [
  [360, 560],
  [1024, 600],
]
const higherWindows: readonly Size[] = [
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1440, 900],
]

for (const { of, sizes } of [
  { of: 'in the lowest windows', sizes: lowestWindows },
  { of: 'in every window from 560 px of height @full', sizes: [...lowestWindows, ...higherWindows] },
])
  test(`[S2.20] the button that starts an exam and the button that checks an example are in sight without scrolling, ${of}`, async ({
    page,
    server,
  }) => {
    const person = await newcomer(server)
    const purchaseId = await givePurchase(server, person, 'verbalnij-proba')
    await signInContext(page.context(), person)
    await page.goto(examPath(purchaseId))
    const start = page.getByRole('button', { name: 'Почати екзамен' })
    // The device check appears late, and is most of the text above the button.
    await expect(page.getByText('Що перевірено')).toBeVisible()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await expect(start, `at ${width}×${height}`).toBeInViewport({ ratio: 1 })
    }

    await page.goto('/examples')
    const dialog = page.getByRole('dialog')
    const check = dialog.getByRole('button', { name: 'Перевірити' })
    const examples = page.getByRole('listitem').getByRole('button', { name: 'Розв’язати' })
    expect(await examples.count()).toBeGreaterThan(5)
    for (const [index, open] of (await examples.all()).entries()) {
      await open.click()
      for (const [width, height] of sizes) {
        const place = `example ${index + 1} at ${width}×${height}`
        await page.setViewportSize({ width, height })
        await expect(check, place).toBeInViewport({ ratio: 1 })
        const hidden = await dialog.evaluate((sheet) => {
          const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
          const button = sheet.querySelector('[type=submit]')!
          return [...sheet.querySelectorAll('input')].flatMap((field) => {
            // Focuses the field again: it may have the focus from the previous window size.
            field.blur()
            field.focus()
            const thing = field.closest('label:has(> input)') ?? field
            const isSeen = bottomOf(thing) <= button.parentElement!.getBoundingClientRect().top + 1
            return isSeen && bottomOf(button) <= bottomOf(sheet) ? [] : [thing.textContent]
          })
        })
        expect(hidden, `${place}: what is in focus and lies under the button`).toEqual([])
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })

test('no notice moves the options of the open question: about a lost network, its return, another tab that writes, or two answers @full', async ({
  page,
  server,
}) => {
  await page.clock.install()
  await page.setViewportSize({ width: 390, height: 664 })
  const { person, purchaseId } = await openExam(page, server)
  const question = page.locator('section:has(fieldset)')
  for (let number = 1; (await page.getByRole('radio').count()) !== 8; number += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Запитання ${number + 1} з 6`)
  }
  const option = (n: number) => page.getByRole('radio').nth(n)
  await option(1).check()
  await expect(page.getByText(onServer).first()).toBeVisible()
  // Positions on the page, not in the window: a press on an option or on the line scrolls.
  const placesOf = () =>
    question.evaluate((element) =>
      [...element.querySelectorAll('label')].map((each) => each.getBoundingClientRect().y + window.scrollY),
    )
  const before = await placesOf()
  await question.evaluate((element) => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node }[] })[]) {
        if (entry.sources.some(({ node }) => element.contains(node))) shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  const staysInPlace = async (when: string) => expect(await placesOf(), when).toEqual(before)
  const line = page.getByRole('status').locator('button[aria-expanded]')

  await test.step('the network is lost, and a minute goes by', async () => {
    await page.context().setOffline(true)
    await option(2).check()
    await expect(page.getByText(onDevice, { exact: true })).toBeVisible()
    await expect(line).toHaveAccessibleName('Немає зв’язку з сервером')
    await staysInPlace('the network is lost')
    await page.clock.fastForward('01:01')
    await expect(line).toHaveAccessibleName('Відповіді лише тут — на цьому пристрої')
    await staysInPlace('for a minute')
  })

  await test.step('the line unfolds, and folds', async () => {
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText(/не видаляйте даних браузера/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
    await staysInPlace('unfolded')
    await page.keyboard.press('Escape')
    await expect(line).toBeFocused()
    await expect(line).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('the network is back', async () => {
    await page.context().setOffline(false)
    await expect(page.getByText(onServer).first()).toBeVisible()
    await expect(line).toHaveCount(0)
    // The focused element is gone, and the question's heading has the focus instead.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await staysInPlace('back')
  })

  await test.step('another tab takes the writing over, and gives it back', async () => {
    const other = examOn(await page.context().newPage())
    await other.open(server.origin, purchaseId)
    await other.page.getByRole('button', { name: 'Продовжити тут' }).click()
    await page.bringToFront()
    await expect(page.getByText('Екзамен відкрито в іншій вкладці')).toBeVisible()
    await expect(option(1)).toBeDisabled()
    await staysInPlace('taken over')
    await line.press('Enter')
    await expect(page.getByText('Екзамен відкрито в іншій вкладці')).toBeHidden()
    await line.press('Enter')
    await page.getByRole('button', { name: 'Продовжити тут' }).click()
    await expect(option(1)).toBeEnabled()
    await expect(line).toHaveCount(0)
    await staysInPlace('taken back')
    await other.page.close()
  })

  await test.step('another device has answered it otherwise', async () => {
    const number = Number(/\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())![0])
    await page.context().setOffline(true)
    await option(3).check()
    await expect(page.getByText(onDevice, { exact: true })).toBeVisible()
    const { body } = await person.get(`/api/exam-meta/${purchaseId}/`)
    const asked = body.questions[number - 1]
    const { ticket, epoch } = body.attempt
    const event = { question_id: asked.id, value: asked.options[4].id, epoch, seq: 99, device_id: 'tablet' }
    await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events: [event] })
    await page.context().setOffline(false)
    await expect(line).toHaveAccessibleName('Дві відповіді на це запитання')
    await staysInPlace('two answers')
    await line.press('Enter')
    await expect(page.getByRole('region', { name: 'На іншому пристрої ви відповіли інакше' })).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('button', { name: 'Лишити цю: на цьому пристрої' }).click()
    await expect(line).toHaveCount(0)
    await expect(option(3)).toBeChecked()
    // A press on the line scrolls to the part that unfolds below the options.
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    await staysInPlace('decided')
  })
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])

  await test.step('what was unfolded at one question does not lie over the next', async () => {
    await page.context().setOffline(true)
    await option(2).check()
    await expect(line).toHaveAccessibleName('Немає зв’язку з сервером')
    await line.click()
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await page
      .getByRole('button', { name: /^(Попереднє|Наступне)$/ })
      .and(page.locator(':enabled'))
      .first()
      .click()
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.context().setOffline(false)
  })
})

/** Opens the first question of an exam with drawings, which has six questions unless another test is named. */
async function openExam(page: Page, server: TestServer, test = 'logichnij-proba') {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, test)
  await signInContext(page.context(), person)
  await page.goto(examPath(purchaseId))
  await page.getByRole('button', { name: 'Почати екзамен' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Запитання 1 з /)
  return { person, purchaseId }
}

/** Opens the first question of an exam with these questions. */
async function openExamOf(page: Page, server: TestServer, questions: readonly Question[]) {
  await page.route('**/api/exam-meta/**', async (route) => {
    const response = await route.fetch()
    const paper = await response.json()
    await route.fulfill({ response, json: paper.questions == null ? paper : { ...paper, questions } })
  })
  // The longest exam: hundreds of questions in tens of windows take more than the eight minutes of six questions.
  await openExam(page, server, 'logichnij')
}

/** Returns parts that are too small, and buttons and links that cannot be seen without scrolling. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, 0)
    const exam = document.querySelector('main')!
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}»`
    /** Number of pixel rows of an element that are outside of the window or covered; its width if a side is cut off. */
    const hiddenOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (left < 0 || right > innerWidth) return right - left
      const isSeen = (y: number) => {
        const hit = document.elementFromPoint((left + right) / 2, y)
        return hit !== null && (element.contains(hit) || hit.contains(element))
      }
      let hidden = 0
      for (let y = Math.ceil(top) + 1; y < Math.floor(bottom) - 1; y += 1) if (!isSeen(y)) hidden += 1
      return hidden
    }
    const faults: string[] = []
    const ways = [...exam.querySelectorAll('button')].filter((each) =>
      /Наступне|Попереднє|Позначити|здати/i.test(each.textContent!),
    )
    if (ways.length !== 4) faults.push(`${ways.length} ways on`)
    for (const way of ways) {
      const hidden = hiddenOf(way)
      if (hidden > 0) faults.push(`${hidden} px of ${nameOf(way)} are hidden`)
    }

    /** Distance in pixels from an element's middle within which a press still hits it, 44 at most. */
    const reach = (element: Element, dx: number, dy: number) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      let steps = 0
      const isHit = () => {
        const hit = document.elementFromPoint((left + right) / 2 + dx * steps, (top + bottom) / 2 + dy * steps)
        return hit !== null && element.contains(hit)
      }
      while (steps < 44 && isHit()) steps += 1
      return steps
    }
    for (const target of exam.querySelectorAll('button, label:has(input), input:not([type=radio], [type=checkbox])')) {
      const { width, height } = target.getBoundingClientRect()
      if (width === 0 || (width >= 44 && height >= 44)) continue
      target.scrollIntoView({ block: 'center' })
      const wide = Math.max(width, reach(target, 1, 0) + reach(target, -1, 0))
      const high = Math.max(height, reach(target, 0, 1) + reach(target, 0, -1))
      if (wide < 43 || high < 43) faults.push(`${nameOf(target)} is ${wide} × ${high} to a finger`)
    }
    scrollTo(0, 0)

    const texts = document.createTreeWalker(exam, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const owner = text.parentElement!
      if (text.textContent!.trim() === '' || !owner.checkVisibility() || owner.clientWidth === 1) continue
      const scale = owner instanceof SVGGraphicsElement ? owner.getScreenCTM()!.a : 1
      const size = Number.parseFloat(getComputedStyle(owner).fontSize) * scale
      if (size < 16) faults.push(`${nameOf(owner)} is written in ${size.toFixed(1)} px`)
    }
    return [...new Set(faults)]
  })
}
