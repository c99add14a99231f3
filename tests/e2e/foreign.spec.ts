import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { owner } from '../foreign/foreign-accounts.ts'
import { purchase } from '../foreign/foreign-exams.ts'
import { expect, test } from '../foreign/foreign-test.ts'
import { waitForSlowStorage } from '../support/short-timeouts.ts'
import { storedText } from '../support/worker-story.ts'

test.skip(({ isMobile }) => !isMobile, 'What is kept and sent is the same in a wide window')

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const at = (page: Page, question: number) => expect(heading(page, `Запитання ${question} з 3`)).toBeVisible()
const next = (page: Page) => page.getByRole('button', { name: 'Наступне' }).click()
const kept = (page: Page) => expect(page.getByText('Збережено на цьому пристрої')).toBeVisible()

async function startExam(page: Page): Promise<void> {
  await page.goto(`/exam/1/${purchase}`)
  await page.getByRole('button', { name: 'Почати екзамен' }).click()
  await at(page, 1)
}

/** Answers each question with options by the third option, and the other one by 56. */
async function answerAll(page: Page): Promise<void> {
  await page.getByRole('radio').nth(2).check()
  await next(page)
  await at(page, 2)
  await page.getByRole('radio').nth(2).check()
  await next(page)
  await at(page, 3)
  await page.getByLabel('Ваша відповідь').fill('56')
  await page.getByLabel('Ваша відповідь').blur()
  await kept(page)
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Здати( екзамен| тренування)?$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click()
}

const submitted = [
  { question_id: '501', value: '12' },
  { question_id: '502', value: '22' },
  { question_id: '503', value: '56' },
]

test.describe('with a server that has only section 7 of the specification', () => {
  test('[S7.10] [S7.18] [S7.22] a person logs in to a foreign server, sees their purchase, changes their name and logs out', async ({
    page,
    foreign,
  }) => {
    await page.goto('/purchases')
    await page.getByLabel('Електронна пошта').fill(owner.email)
    await page.getByLabel('Пароль', { exact: true }).fill('не той пароль')
    await page.getByRole('button', { name: 'Увійти' }).click()
    await expect(page.getByText('Unable to log in with provided credentials.')).toBeVisible()
    await page.getByLabel('Пароль', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Увійти' }).click()
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    await page.goto('/profile?settings')
    await page.getByLabel('Ім’я').fill('Ольга')
    await page.getByLabel('Прізвище').fill('Коваль')
    // This server sends no air-raid alarms, so the form does not ask for a region.
    await expect(page.getByLabel('Область')).toHaveCount(0)
    await page.getByRole('button', { name: 'Зберегти' }).click()
    await expect(page.getByText('Зміни збережено.')).toBeVisible()
    expect(foreign.accounts.profile).toMatchObject({ first_name: 'Ольга', last_name: 'Коваль' })
    await page.getByRole('button', { name: 'Відкрити меню' }).click()
    await page.getByRole('button', { name: 'Вийти' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => foreign.log).toContain('POST /api/auth/logout/')
  })

  test('[S4.10] [S4.11] [S4.12] [S4.20] [S7.26] an exam passes the 404s of both polls and a reload, is submitted once, and shows its result @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.exams.plan.building = ['missing', 'building']
    foreign.exams.plan.grading = ['missing', 'processing']
    await startExam(page)
    // This server has no pauses.
    await expect(page.getByRole('button', { name: 'Пауза', exact: true })).toHaveCount(0)
    await page.getByRole('radio').nth(2).check()
    await kept(page)
    await page.reload()
    await at(page, 1)
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await answerAll(page)
    await submit(page)
    await expect(heading(page, 'Результат екзамену')).toBeVisible()
    await expect(page.getByText('3 з 3')).toBeVisible()
    expect(foreign.exams.seen.submissions).toEqual([submitted])
    expect(foreign.log.filter((call) => /exam-answers|alarms/.test(call))).toEqual([])
  })

  test('[S7.27] after a lost reply the page finds the result of its submission without sending it again, and takes no older result for its own @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.exams.plan.cutSubmit = true
    await startExam(page)
    await answerAll(page)
    await submit(page)
    await expect(heading(page, 'Результат екзамену')).toBeVisible()
    expect(foreign.exams.seen.submissions).toEqual([submitted])

    // At first the second exam of the same purchase does not reach the server, which still has the first one's result.
    foreign.exams.plan.cutSubmit = false
    await startExam(page)
    await page.getByRole('radio').nth(1).check()
    await kept(page)
    await page.route(
      (url) => url.pathname.startsWith('/api/exam-meta/'),
      (route) => route.abort(),
      { times: 1 },
    )
    await submit(page)
    await expect(page.getByText('1 з 3')).toBeVisible()
    expect(foreign.exams.seen.submissions).toEqual([submitted, [{ question_id: '501', value: '11' }]])
  })

  test('[S7.27] the page asks about a submission that did not reach the server, and then sends it once', async ({
    page,
    context,
    foreign,
    signedIn: _session,
  }) => {
    await startExam(page)
    await answerAll(page)
    await context.setOffline(true)
    await submit(page)
    await expect(page.getByText(/Спробуємо ще раз|Немає зв’язку|Наступна спроба/).first()).toBeVisible()
    foreign.forget()
    await context.setOffline(false)
    await expect(heading(page, 'Результат екзамену')).toBeVisible()
    // The page asks twice, because this server says "nothing" with an HTML page (S7.03).
    const asked = `GET /api/exam-results-status/${purchase}/`
    const calls = foreign.log.filter((call) => /exam-(meta|results)/.test(call))
    expect(calls.slice(0, 3)).toEqual([asked, asked, `POST /api/exam-meta/${purchase}/`])
    expect(foreign.exams.seen.submissions).toEqual([submitted])
  })

  test('[S4.20] an exam that the server answered with an error stays on the device with the server’s words and a file, and is sent once more @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.exams.plan.ungraded = ['error']
    await startExam(page)
    await answerAll(page)
    await submit(page)
    const said = page.getByText('Перевірка зламалася')
    const download = page.getByRole('button', { name: 'Завантажити мої відповіді' })
    await expect(said).toBeVisible()
    const file = page.waitForEvent('download')
    await download.click()
    expect(JSON.parse(await readFile(await (await file).path(), 'utf8')).answers).toEqual(submitted)

    await page.goto('/purchases')
    await expect(said).toBeVisible()
    await expect(download).toBeVisible()
    await page.goto(`/exam/1/${purchase}`)
    await expect(said).toBeVisible()
    await page.getByRole('button', { name: 'Надіслати ще раз' }).click()
    await expect(heading(page, 'Результат екзамену')).toBeVisible()
    expect(foreign.exams.seen.submissions).toEqual([submitted, submitted])
  })

  test('[S4.20] [S7.25] a training that the server answered with an error is shown as not accepted, and is sent once more @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.exams.plan.ungraded = ['expired']
    await page.goto(`/learning/1/${purchase}`)
    await page.getByRole('button', { name: 'Почати тренування' }).click()
    await at(page, 1)
    await answerAll(page)
    await submit(page)
    await expect(heading(page, 'Тренування не прийнято')).toBeVisible()
    await expect(page.getByText('Перевірка зламалася')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Завантажити мої відповіді' })).toBeVisible()
    await page.getByRole('button', { name: 'Надіслати ще раз' }).click()
    await expect(page.getByText('2 з 3').first()).toBeVisible()
    expect(foreign.exams.seen.trainings).toEqual([submitted, submitted])
  })

  test('[S7.24] [S7.25] a training is submitted as a training and not as an exam, shows its result, and polls nothing @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    await page.goto(`/learning/1/${purchase}`)
    await page.getByRole('button', { name: 'Почати тренування' }).click()
    await at(page, 1)
    await answerAll(page)
    await submit(page)
    await expect(page.getByText('2 з 3').first()).toBeVisible()
    expect(foreign.exams.seen).toEqual({ submissions: [], trainings: [submitted] })
    // Neither a training nor the page of its result polls (S4.33).
    expect(foreign.log.filter((call) => call.includes('exam-results-status'))).toEqual([])
  })

  test('[S7.16] [S7.17] [S8.20] a password is changed after the old one was checked @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    await page.goto('/profile?settings')
    await page.getByRole('button', { name: 'Змінити пароль' }).click()
    const modal = page.getByRole('dialog', { name: 'Зміна пароля' })
    await modal.getByLabel('Старий пароль', { exact: true }).fill('не той')
    await modal.getByLabel('Новий пароль', { exact: true }).fill('nova-parolia-2')
    await modal.getByLabel('Новий пароль ще раз', { exact: true }).fill('nova-parolia-2')
    foreign.accounts.checkPolitely()
    await modal.getByRole('button', { name: 'Змінити пароль' }).click()
    await expect(modal.getByText('Невірний старий пароль')).toBeVisible()
    expect(foreign.log.filter((call) => call.includes('change'))).toEqual([])
    await modal.getByLabel('Старий пароль', { exact: true }).fill(foreign.accounts.password())
    await modal.getByRole('button', { name: 'Змінити пароль' }).click()
    await expect(page.getByText(/^Пароль змінено/)).toBeVisible()
    expect(foreign.accounts.password()).toBe('nova-parolia-2')
  })

  test('[S7.14] [S7.15] [S7.35] a person sets a new password by a letter’s link, and sends a message to the shop @full', async ({
    page,
    foreign,
  }) => {
    await page.goto('/reset-password/email')
    await page.getByLabel('Електронна пошта').fill(owner.email)
    await page.getByRole('button', { name: 'Надіслати лист' }).click()
    await expect(heading(page, 'Перевірте пошту')).toBeVisible()
    await page.goto('/reset-password/NDE/used-0123456789')
    await page.getByLabel('Новий пароль', { exact: true }).fill('nova-parolia-3')
    await page.getByLabel('Новий пароль ще раз', { exact: true }).fill('nova-parolia-3')
    await page.getByRole('button', { name: 'Змінити пароль' }).click()
    await expect(page.getByText('This link was used on Monday.')).toBeVisible()
    await page.goto('/reset-password/NDE/abc123-0123456789')
    await page.getByLabel('Новий пароль', { exact: true }).fill('nova-parolia-3')
    await page.getByLabel('Новий пароль ще раз', { exact: true }).fill('nova-parolia-3')
    await page.getByRole('button', { name: 'Змінити пароль' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(foreign.accounts.password()).toBe('nova-parolia-3')

    await page.getByRole('contentinfo').getByRole('button', { name: 'Написати нам' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('Електронна пошта').fill(owner.email)
    await modal.getByLabel('Повідомлення').fill('Це спам, спам, спам')
    await modal.getByRole('button', { name: 'Надіслати' }).click()
    await expect(modal.getByText('Таке ми не приймаємо')).toBeVisible()
    await modal.getByLabel('Повідомлення').fill('Куди поділася моя грамота?')
    await modal.getByRole('button', { name: 'Надіслати' }).click()
    await expect(modal.getByText(/^Дякуємо!/)).toBeVisible()
    expect(foreign.texts.seen.feedback).toMatchObject([{ message: 'Куди поділася моя грамота?' }])
  })

  test('[S7.11] [S4.02] the page renews an expired access token, and a refused renewal leads to the log-in @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    await page.goto('/purchases')
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    const renewals = () => foreign.log.filter((call) => call === 'POST /api/auth/token/refresh/').length
    const before = renewals()
    foreign.accounts.expireAccess()
    await page.getByRole('main').getByRole('link', { name: 'Усі тести' }).click()
    // Both pages have this heading.
    await expect(page).toHaveURL('/tests')
    await expect.poll(renewals).toBeGreaterThan(before)
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    // The tab shows no page of the site when the session ends: a call in progress would lead to the login by itself.
    await page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('/nothing')
    foreign.accounts.endSessions()
    // The page leaves before it has loaded, so waiting for more than the commit would be a race.
    await page.goto('/purchases', { waitUntil: 'commit' })
    await expect(page).toHaveURL('/login')
  })

  test('[S7.31] [S7.32] [S7.34] [S2.24] the legal texts open, whether their markup is escaped or not @full', async ({
    page,
  }) => {
    await page.goto('/login')
    for (const [button, title, text] of [
      ['Застереження щодо результатів', 'Відмова', 'Без гарантій.'],
      ['Політика конфіденційності', 'Політика', 'Ми бережемо їх.'],
      ['Договір оферти', 'Оферта', 'Умови.'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('button', { name: button }).click()
      const modal = page.getByRole('dialog', { name: title })
      await expect(modal.getByText(text, { exact: true })).toBeVisible()
      await modal.getByRole('button', { name: 'Закрити' }).click()
    }
  })

  test('[S7.33] [S2.24] [S2.25] [S3.12] a legal text without markup keeps its lines @full', async ({ page }) => {
    await page.goto('/register')
    await page.getByRole('button', { name: 'умовах розсилки' }).click()
    const text = page.getByRole('dialog', { name: 'Розсилка' }).getByText('другий рядок')
    await expect(text).toBeVisible()
    expect((await text.innerText()).split(/\n+/)).toEqual(['Перший рядок', 'другий рядок'])
  })

  test('[S7.30] [S7.41] a test without a slug has its page and its information, with pictures from the API host @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    await page.goto('/tests')
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    await page.getByRole('link', { name: /Обрати|Докладніше|Відкрити/ }).click()
    await expect(page).toHaveURL('/tests/12')
    const picture = page.getByRole('img', { name: 'Приклад' })
    await expect(picture).toHaveAttribute('src', `${foreign.origin}/media/verbal.png`)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    // Without a price nothing can be bought.
    await expect(page.getByRole('button', { name: /Купити|безкоштовно/ })).toHaveCount(0)
  })

  test('pages show no error for features that only our server has, and make no call more than 4 times @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    for (const [path, title] of [
      ['/notifications', 'Сповіщення'],
      ['/achievements', 'Досягнення'],
      ['/faq', 'Питання й відповіді'],
      ['/examples', /Приклади/],
      ['/', /./],
    ] as const) {
      foreign.forget()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(/Не вдалося|Замість даних/)).toHaveCount(0)
      const times = new Map<string, number>()
      for (const call of foreign.log) times.set(call, (times.get(call) ?? 0) + 1)
      // A page and the menu may both ask, and each asks again if an HTML page came in place of JSON.
      expect([...times].filter(([, count]) => count > 4)).toEqual([])
    }
  })

  test('[S7.03] the client repeats a read once if an HTML page came in place of JSON, and never repeats a log-in @full', async ({
    page,
    foreign,
  }) => {
    foreign.stumbleAt('POST /api/auth/login/')
    await page.goto('/login')
    await page.getByLabel('Електронна пошта').fill(owner.email)
    await page.getByLabel('Пароль', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Увійти' }).click()
    await expect(page.getByText(/^Замість даних сервер надіслав сторінку/)).toBeVisible()
    expect(foreign.log.filter((call) => call.includes('login'))).toHaveLength(1)
    foreign.stumbleAt('GET /api/owned-tests/')
    await page.getByRole('button', { name: 'Увійти' }).click()
    await expect(page).toHaveURL('/profile')
    // Waits for the list of this page: a later call would be counted with those of the next page.
    await expect(heading(page, 'Ваш тест чекає на вас')).toBeVisible()
    expect(foreign.log.filter((call) => call === 'GET /api/owned-tests/')).toHaveLength(2)
    foreign.forget()
    foreign.stumbleAt('GET /api/owned-tests/')
    await page.goto('/purchases')
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    expect(foreign.log.filter((call) => call === 'GET /api/owned-tests/')).toHaveLength(2)
  })

  test('[S8.10] [S7.03] the exam page says that two polls got an HTML page in place of JSON, and then opens the paper @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.exams.plan.building = ['page', 'page', 'building']
    let goOn: () => void = () => undefined
    const isSaid = new Promise<void>((resolve) => (goOn = resolve))
    let asked = 0
    await page.route('**/api/exam-status/**', async (route) => {
      asked += 1
      // The next reply would remove the page's message about these two polls.
      if (asked > 2) await isSaid
      await route.continue()
    })
    await page.goto(`/exam/1/${purchase}`)
    await page.getByRole('button', { name: 'Почати екзамен' }).click()
    await expect(page.getByText(/^Замість даних сервер надіслав сторінку/)).toBeVisible()
    goOn()
    await at(page, 1)
  })

  test('[S2.02] [S6.02] a refused session leaves the landing page complete, as a guest sees it @full', async ({
    page,
    foreign,
    signedIn: _session,
  }) => {
    foreign.accounts.endSessions()
    // The page's own calls are refused before it learns that the session has ended.
    const refused = Promise.all(
      ['/api/footer/', '/api/available-tests/'].map((path) =>
        page.waitForResponse((response) => response.url().includes(path) && response.status() === 401),
      ),
    )
    await page.route('**/token/refresh/', async (route) => {
      await refused
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('contentinfo').getByText('+380 44 555 01 01')).toBeVisible()
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    await expect(page.getByText(/token|Session|Не вдалося|Не удалось/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Увійти' }).first()).toBeVisible()
    expect(foreign.log.filter((call) => call === 'GET /api/footer/').length).toBeLessThanOrEqual(2)
  })

  test('[S3.07] two tabs that start together with nothing but the two tokens both stay signed in on their page @full', async ({
    page,
    context,
    foreign,
  }) => {
    const { access, refresh } = foreign.accounts.openSession()
    // A page of this origin that runs nothing writes the tokens: a starting tab of the site would renew them immediately.
    await page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('/nothing')
    await page.evaluate((tokens) => Object.assign(localStorage, tokens), { access, refresh })
    const other = await context.newPage()
    const tabs = [page, other]
    // Both tabs must listen to each other before either has the next pair.
    let renew: () => void = () => undefined
    const bothOpen = new Promise<void>((resolve) => (renew = resolve))
    await context.route('**/token/refresh/', async (route) => {
      await bothOpen
      await route.continue()
    })
    await Promise.all(tabs.map((tab) => tab.goto('/purchases')))
    for (const tab of tabs) await expect(heading(tab, 'Словесний тест')).toBeVisible()
    renew()
    for (const tab of tabs) {
      // An earlier story may have given the person another name.
      await expect(tab.getByRole('link', { name: String(foreign.accounts.profile.first_name) })).toBeVisible()
      await expect(heading(tab, 'Словесний тест')).toBeVisible()
      await expect(tab).toHaveURL('/purchases')
    }
  })

  test('a static host that serves the landing page for every address still shows the page of the address @full', async ({
    page,
    client,
    signedIn: _session,
  }) => {
    client.fallback = 'index.html'
    await page.goto('/purchases')
    await expect(heading(page, 'Словесний тест')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мої тести')
  })

  test.describe('in a time zone west of Greenwich', () => {
    test.use({ timezoneId: 'America/New_York' })

    test('[S7.22] [S2.06] a purchase with the status ACTIVE is usable on its last day, and its test’s type is in the result’s address @full', async ({
      page,
      foreign,
      signedIn: _session,
    }) => {
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(new Date())
      Object.assign(foreign.texts.shelf, {
        status: 'ACTIVE',
        expiration_date: today,
        test: { id: 12, type: 'verbal', title: 'Словесний тест' },
      })
      await page.goto('/purchases')
      await expect(page.getByRole('link', { name: 'Скласти екзамен' })).toBeVisible()
      await page.getByRole('link', { name: 'Пройти тренування' }).click()
      await expect(page.getByRole('button', { name: 'Почати тренування' })).toBeVisible()
      await page.goto(`/exam/12/${purchase}`)
      await page.getByRole('button', { name: 'Почати екзамен' }).click()
      await page.getByRole('radio').nth(2).check()
      await kept(page)
      await submit(page)
      await expect(heading(page, 'Результат екзамену')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/verbal/test-result/${purchase}`))
    })

    test('[S3.10] [S3.11] the page shows expired purchases from a legal text’s reply, one of them without a day, also after a reload @full', async ({
      page,
      foreign,
      signedIn: _session,
    }) => {
      foreign.texts.shelf.expired = [
        { id: 601, purchase_card_title: 'Давній тест', expiration_date: '2025-03-05' },
        { id: 602, purchase_card_title: 'Безстроковий тест', expiration_date: null },
      ]
      await page.goto('/purchases')
      await page.getByRole('contentinfo').getByRole('button', { name: 'Політика конфіденційності' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Закрити' }).click()
      const isShown = async () => {
        await expect(heading(page, 'Безстроковий тест')).toBeVisible()
        await expect(page.getByRole('listitem').filter({ hasText: 'Давній тест' })).toContainText(/5\sмарта\s2025/)
      }
      await isShown()
      // The page shows the expired purchases before it keeps them.
      await expect.poll(() => storedText(page)).toMatch(/\["purchases","expired"\],"state":\{"data":\[\{/)
      await waitForSlowStorage(page)
      await page.reload()
      await isShown()
    })
  })
})
