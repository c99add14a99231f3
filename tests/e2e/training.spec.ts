import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examinee, examOn, onDevice, onServer, signInContext } from '../support/exam-story.ts'

const isTrainingCall = (url: URL) => url.pathname.startsWith('/api/test-meta/')

/** A person on the page that begins a training of six questions, with every call of the page. */
async function trainee(context: BrowserContext, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto(`${server.origin}/learning/1/${purchaseId}?pace=exam`)
  return { person, purchaseId, page, calls, training: trainingOn(page) }
}

function trainingOn(page: Page) {
  const exam = examOn(page)
  return {
    ...exam,
    start: async () => {
      await page.getByRole('button', { name: 'Почати тренування' }).click()
      await exam.at(1)
    },
    submit: async () => {
      await page.getByRole('button', { name: /^Здати( тренування)?$/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
    },
    seesReview: () => expect(page.getByRole('heading', { name: 'Розбір' })).toBeVisible(),
  }
}

test.describe('a training', () => {
  test('[S2.06] [S4.33] [S7.24] [S7.25] a training survives a reload, is submitted without a network and reviewed, and its page polls nothing @full', async ({
    context,
    server,
  }) => {
    const { purchaseId, page, calls, training } = await trainee(context, server)
    await expect(page.getByText('без обмеження')).toBeVisible()
    await training.start()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await training.choose(0)
    await training.says(onServer)
    await training.next()
    await training.at(2)
    await training.choose(1)
    await training.says(onServer)

    await page.reload()
    await training.at(2)
    await training.isChosen(1)

    await context.setOffline(true)
    await training.next()
    await training.choose(0)
    await training.says(onDevice)
    await training.submit()
    await training.says('Network error')
    await training.says(/Наступна спроба за|Надсилаємо…/)
    await context.setOffline(false)

    await training.seesReview()
    await expect(page).toHaveURL(/\/verbal\/test-result\/.+\?attempt=/)
    await expect(page.getByRole('heading', { name: 'Результат проби' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Запитання \d$/ })).toHaveCount(6)
    // Three questions were answered and show which answer was given. The others show that none was.
    await expect(page.getByText(/^(ваша відповідь|ваша, правильна)$/)).toHaveCount(3)
    // The cells above the review say it, too.
    const review = page.getByRole('region', { name: 'Розбір' })
    await expect(review.getByText('Без відповіді', { exact: true })).toHaveCount(3)
    await expect(page.getByText(/^(правильна|ваша, правильна)$/)).toHaveCount(6)
    await expect(page.getByText('Чому', { exact: true })).toHaveCount(6)
    // On paper nothing can be unfolded: every task is whole, the right ones too.
    await page.emulateMedia({ media: 'print' })
    for (const why of await page.getByText('Чому', { exact: true }).all()) await expect(why).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Лише помилки/ })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.reload()
    await training.seesReview()
    expect(calls.filter((path) => /exam-(status|meta)/.test(path))).toEqual([])

    await page.getByRole('link', { name: 'Тренуватися ще раз' }).click()
    await training.start()
    await expect(page.getByText('Відповіді: 0 з 6')).toBeVisible()
    await page.goto(`${server.origin}/purchases`)
    await expect(page.getByText('Лишилося: 2 екзамени')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Пройти тренування' })).toHaveAttribute(
      'href',
      new RegExp(`/learning/[^/]+/${purchaseId}$`),
    )
  })

  test('a person reports a task of a training’s review by keyboard alone, and the form keeps a report that could not be sent @full', async ({
    context,
    server,
  }) => {
    const { person, page, training } = await trainee(context, server)
    await training.start()
    await training.submit()
    await training.seesReview()
    const task = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Запитання 2' }) })
    // A trial's review has one unfolded task, and this is another one.
    await task.locator('summary').focus()
    await page.keyboard.press('Enter')
    await task.getByRole('button', { name: 'Повідомити про помилку в завданні' }).focus()
    await page.keyboard.press('Enter')
    const words = task.getByRole('textbox', { name: 'Що не так із завданням?' })
    await expect(words).toBeFocused()
    await page.keyboard.type('Підходять дві відповіді')

    await context.setOffline(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(task.getByRole('alert')).toContainText('Сервер недоступний. Написане лишилося тут')
    await expect(words).toHaveValue('Підходять дві відповіді')
    await context.setOffline(false)
    await page.keyboard.press('Enter')
    await expect(task.getByRole('status')).toContainText('Дякуємо! Ми перевіримо це завдання.')
    await expect(words).toHaveValue('')
    const { body } = await person.get('/api/user/export/')
    expect(body.question_reports).toMatchObject([{ question_id: 'q2', words: 'Підходять дві відповіді' }])
  })

  test('[S8.04] a training names each failure in the words of the specification, and opens at the next try @full', async ({
    context,
    server,
  }) => {
    await context.route(isTrainingCall, (route) => route.abort())
    const { page, training } = await trainee(context, server)
    const start = page.getByRole('button', { name: 'Почати тренування' })
    // The alert of the last try stays until this one is answered.
    const tryAgain = () =>
      Promise.all([
        page.waitForResponse((response) => isTrainingCall(new URL(response.url()))),
        page.getByRole('button', { name: 'Спробувати ще раз' }).click(),
      ])
    await start.click()
    // The specification's sentence, and its meaning below.
    await expect(page.getByRole('alert').getByText('Network error', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert').getByText('Помилка мережі', { exact: true })).toBeVisible()

    const answerWith = (body: object | string, status: number) =>
      context.route(isTrainingCall, (route) =>
        typeof body === 'string'
          ? route.fulfill({ status, contentType: 'text/html', body })
          : route.fulfill({ status, json: body }),
      )
    await answerWith('<html>Увійдіть у мережу</html>', 200)
    await tryAgain()
    await expect(page.getByRole('alert').getByText('Failed to load test data', { exact: true })).toBeVisible()
    await answerWith({ code: 'overloaded', status_code: 503 }, 503)
    await tryAgain()
    await expect(page.getByRole('alert').getByText('Failed to load test data', { exact: true })).toBeVisible()

    await context.unroute(isTrainingCall)
    await tryAgain()
    await training.at(1)
    await training.choose(0)
    await training.says(onServer)
    await answerWith({ detail: 'Зачекайте: сервер перевантажений.', code: 'overloaded', status_code: 503 }, 503)
    await training.submit()
    await training.says('Зачекайте: сервер перевантажений.')
    await answerWith({ code: 'overloaded', status_code: 503 }, 503)
    // The page shows each failure at its next automatic try. The pause before a try grows every time.
    const seesAtNextTry = (place: Locator) => expect(place).toBeVisible({ timeout: 40_000 })
    await seesAtNextTry(page.getByText('Failed to submit answers'))
    await answerWith({ detail: '', code: 'whatever', status_code: 422 }, 422)
    await seesAtNextTry(page.getByRole('alert').filter({ hasText: 'Failed to submit answers' }))
    await expect(page.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
  })
})
