import type { Page } from '@playwright/test'
import type { Question } from '#contract/question.ts'
import { expect, test } from '../support/browser-test.ts'
import { examPath, examOn, onDevice, onServer, signInContext } from '../support/exam-story.ts'
import { extremeItems, isWhole } from '../support/extreme-items.ts'
import { givePurchase, newcomer } from '../support/person.ts'

/** Windows of phones with and without the browser's bars, one on its side, and the commonest laptop. Width, height, CSS pixels. */
const windows = [
  [360, 640],
  [390, 664],
  [390, 844],
  [412, 780],
  [844, 390],
  [1366, 657],
] as const
/** The smallest, one on its side, and the laptop: what fits into these fits into the others, as a rule. */
const extremeWindows = windows.filter(([, height]) => height !== 664 && height !== 844 && height !== 780)

for (const { of, draws, seenIn } of [
  { of: 'of every family', draws: 4, seenIn: extremeWindows },
  { of: 'of every family, the greatest of a hundred draws @full', draws: 100, seenIn: windows },
]) {
  test(`a question ${of} is seen whole with all its answers and the way on, in every window; nothing in it is too small for a finger or an eye`, async ({
    page,
    server,
  }) => {
    const questions = extremeItems(draws)
    await openExamOf(page, server, questions)
    const faults: string[] = []
    for (const [index, question] of questions.entries()) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Запитання ${index + 1} з ${questions.length}`)
      await expect(page.locator(`#prompt-${question.id}`)).toBeVisible()
      for (const [width, height] of seenIn) {
        await page.setViewportSize({ width, height })
        const place = `${question.prompt.slice(0, 30)} (${question.options?.length ?? 'typed'}) at ${width}×${height}`
        faults.push(...(await faultsOf(page, question, width === 360 ? 16 : 0)).map((fault) => `${place}: ${fault}`))
      }
      if (index < questions.length - 1) await page.keyboard.press('ArrowRight')
    }
    expect(faults).toEqual([])
  })
}

test('no notice moves an answer of the open question: without the network, for a minute, unfolded, back, taken over, asked about two answers @full', async ({
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
  const placesOf = () =>
    question.evaluate((element) => [...element.querySelectorAll('label')].map((each) => each.getBoundingClientRect().y))
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
    // What had the focus is gone, and the question's heading has it instead.
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
    // What unfolds below the options is scrolled to, by a press on the line.
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

/** At the first question of an exam of six with drawings. */
async function openExam(page: Page, server: Parameters<typeof newcomer>[0]) {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, 'logichnij-proba')
  await signInContext(page.context(), person)
  await page.goto(examPath(purchaseId))
  await page.getByRole('button', { name: 'Почати екзамен' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Запитання 1 з /)
  return { person, purchaseId }
}

/** At the first question of an exam that asks these. */
async function openExamOf(page: Page, server: Parameters<typeof newcomer>[0], questions: readonly Question[]) {
  await page.route('**/api/exam-meta/**', async (route) => {
    const response = await route.fetch()
    const paper = await response.json()
    await route.fulfill({ response, json: paper.questions == null ? paper : { ...paper, questions } })
  })
  await openExam(page, server)
}

/** What of the question cannot be seen without scrolling, and what is too small. `allowed`: pixels of an answer that may be hidden. */
async function faultsOf(page: Page, { prompt }: Question, allowed: number): Promise<string[]> {
  return page.evaluate(
    ({ isWhole, allowed }) => {
      scrollTo(0, 0)
      const exam = document.querySelector('main')!
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}»`
      /** How many rows of pixels of it are outside the window or under what lies over it. */
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
      /** The paragraph that asks is seen without scrolling, however much is above it. */
      const lastParagraphFaults = (question: Element) => {
        const paragraph = [...question.querySelectorAll(':scope > p')].at(-1)!
        const text = paragraph.firstChild!
        const asked = document.createRange()
        asked.setStart(text, text.textContent!.lastIndexOf('\n') + 1)
        asked.setEnd(text, text.textContent!.length)
        return [...asked.getClientRects()].flatMap(({ left, right, top, bottom }) => {
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          const place = paragraph.getBoundingClientRect()
          const isSeen = hit === paragraph && top > place.top - 2 && bottom < place.bottom + 2
          return isSeen ? [] : ['what is asked is hidden']
        })
      }
      const faults: string[] = []
      const hide = (element: Element, most: number) => {
        const hidden = hiddenOf(element)
        if (hidden > most) faults.push(`${hidden} px of ${nameOf(element)} are hidden`)
      }

      const question = exam.querySelector('section')!
      const answers = [...question.querySelectorAll('label:has(input[type=radio]), input:not([type=radio])')]
      if (answers.length === 0) faults.push('there is nothing to answer by')
      for (const answer of answers) hide(answer, allowed)
      const ways = [...exam.querySelectorAll('button')].filter((each) =>
        /Наступне|Попереднє|Позначити|здати/i.test(each.textContent!),
      )
      if (ways.length !== 4) faults.push(`${ways.length} ways on`)
      for (const way of ways) hide(way, 0)
      const stem = question.querySelector('p')!
      for (const figure of question.querySelectorAll('[role=img]')) {
        hide(figure, allowed)
        const { width, height } = figure.getBoundingClientRect()
        const [least, name] = figure.closest('label') === null ? [120, 'the drawing'] : [44, 'the drawing of an option']
        if (Math.min(width, height) < least) faults.push(`${name} is ${Math.round(width)} × ${Math.round(height)}`)
      }
      if (isWhole) {
        hide(stem, 0)
        if (stem.scrollHeight > stem.clientHeight + 1) faults.push('the prompt scrolls')
      } else if (stem.getBoundingClientRect().height < 72) faults.push('the prompt has no room to be read in')
      for (const paragraph of question.querySelectorAll<HTMLElement>(':scope > p')) {
        const shade = getComputedStyle(paragraph).backgroundImage
        if (paragraph.tabIndex !== 0 && shade !== 'none') faults.push('there is a shade over words that do not scroll')
      }
      faults.push(...lastParagraphFaults(question))

      /** How far it can be pressed from its middle, by what lies around it, too. */
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
      for (const target of exam.querySelectorAll(
        'button, label:has(input), input:not([type=radio], [type=checkbox])',
      )) {
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
    },
    { isWhole: isWhole(prompt), allowed },
  )
}
