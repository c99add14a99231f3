import { expect, test } from '../support/browser-test.ts'
import { examinee, examOn, onServer, runningExam, signInContext } from '../support/exam-story.ts'
import { newcomer } from '../support/person.ts'
import { translatePages, watchLostNodes } from '../support/page-translator.ts'
import { press } from '../tour/acts.ts'
import { makeMember, sitAgain } from '../tour/member.ts'
import { guestStops, memberStops, newcomerStops } from '../tour/stops.ts'
import { visit } from '../tour/visit.ts'

const unanswered = 'Відповіді ще немає'
const failed = 'Сторінка не відкрилася'

test.describe('a page whose texts another program has replaced', () => {
  test('a person takes an exam on a translated page to its end, and a question never shows the saving state of another @full', async ({
    context,
    server,
    isMobile,
  }) => {
    test.skip(!isMobile, 'what is replaced is the same in a wide window')
    await translatePages(context, { heedsNo: false })
    const { exam } = await runningExam(context, server)
    const { page } = exam
    const lost = watchLostNodes(page)
    await exam.says(unanswered)
    await exam.choose(1)
    await exam.says(onServer)
    await exam.next()
    await exam.at(2)
    await exam.says(unanswered)
    await expect(page.getByText(onServer)).toHaveCount(0)

    await exam.choose(0)
    await exam.says(onServer)
    await press('Очистити')(page)
    await expect(exam.radio(0)).not.toBeChecked()
    await press('Позначити запитання')(page)
    await press('Зняти позначку')(page)
    await expect(page.getByRole('button', { name: 'Позначити запитання' })).toBeVisible()
    await context.setOffline(true)
    await exam.choose(0)
    await page.getByRole('button', { name: 'Немає зв’язку' }).click()
    await exam.says('Ще не на сервері: 1 відповідь.')
    await context.setOffline(false)
    await exam.says(onServer)
    await expect(page.getByRole('button', { name: 'Немає зв’язку' })).toHaveCount(0)

    await exam.goTo(6)
    await press('Перевірити й здати')(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Повернутися до запитань' }).click()
    await press('Попереднє')(page)
    await exam.at(5)
    await exam.submit()
    await exam.seesResult()
    await expect(page.getByRole('heading', { name: failed })).toHaveCount(0)
    expect(lost).toEqual([])
  })

  test('a practice on a translated page continues from verdict to verdict to its summary @full', async ({
    context,
    server,
    isMobile,
  }) => {
    test.skip(!isMobile, 'what is replaced is the same in a wide window')
    await translatePages(context, { heedsNo: false })
    const { person, purchaseId } = await examinee(server)
    await signInContext(context, person)
    const page = await context.newPage()
    const lost = watchLostNodes(page)
    await page.goto(`${server.origin}/learning/1/${purchaseId}`)
    await press('Почати тренування')(page)
    await press('Перевірити')(page)
    for (const number of [1, 2]) {
      await expect(page.getByRole('heading', { name: `Запитання ${number} з 5`, exact: true })).toBeVisible()
      await page.getByRole('radio').first().check()
      await press('Перевірити')(page)
      await press('Далі')(page)
    }
    await press('Не знаю')(page)
    await expect(page.getByText('Розберімо разом.')).toBeVisible()
    await press('Завершити')(page)
    await expect(page.getByRole('heading', { name: 'Підсумок тренування' })).toBeVisible()
    expect(lost).toEqual([])
  })

  test('no view of a guest or a newcomer breaks when another program translates it @full', async ({
    page,
    server,
    isMobile,
  }) => {
    test.skip(!isMobile, 'what is replaced is the same in a wide window')
    test.setTimeout(900_000)
    await translatePages(page.context(), { heedsNo: false })
    const lost = watchLostNodes(page)
    for (const stop of guestStops) await visit(page, server.origin, stop)
    await signInContext(page.context(), await newcomer(server))
    for (const stop of newcomerStops) await visit(page, server.origin, stop)
    expect(lost).toEqual([])
  })

  test('no view of a signed-in person breaks when another program translates it @full', async ({ page, server }) => {
    test.setTimeout(900_000)
    const member = await makeMember(server)
    await sitAgain(server, member)
    await signInContext(page.context(), member.person)
    await translatePages(page.context(), { heedsNo: false })
    const lost = watchLostNodes(page)
    for (const stop of memberStops) await visit(page, server.origin, stop, member)
    expect(lost).toEqual([])
  })
})

test('a browser that translates pages leaves tasks and the whole page of an exam untranslated @full', async ({
  context,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'what is replaced is the same in a wide window')
  const mark = ' (mark)'
  await translatePages(context, { mark, heedsNo: true })
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const page = await context.newPage()
  const task = page.locator('label:has(input[type=radio])').first()

  await page.goto(`${server.origin}/examples`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Розв’язати' }).first().locator('[translate=no]'),
  ).not.toContainText(mark)
  await press(/^Розв’язати/)(page)
  await task.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Перевірити' }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toContainText(mark)
  await expect(page.getByRole('dialog').locator('form')).not.toContainText(mark)

  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark)
  await page.getByRole('button', { name: /^Почати екзамен/ }).click()
  await exam.at(1)
  await exam.choose(0)
  await exam.says(onServer)
  await expect(page.getByRole('main')).not.toContainText(mark)

  await page.goto(`${server.origin}/learning/1/${purchaseId}?pace=exam`)
  await page.getByRole('button', { name: /^Почати тренування/ }).click()
  await exam.at(1)
  await exam.submit()
  const review = page.getByRole('group').first()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(mark)
  await expect(review.locator('[translate=no]')).not.toContainText(mark)

  await page.goto(`${server.origin}/learning/1/${purchaseId}?pace=one-by-one`)
  await page.getByRole('button', { name: /^Почати тренування/ }).click()
  await press('Не знаю')(page)
  await expect(page.getByText('Розберімо разом.')).toBeVisible()
  await expect(page.getByRole('main').locator('form')).not.toContainText(mark)
})
