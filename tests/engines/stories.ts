import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { shortClass } from '../../scripts/bundle/short-class.ts'
import { password } from '../support/person.ts'
import { keepWatch, letPicturesFail, readWatch, rows, stillArmed } from '../support/html-watch.ts'
import { readStoredText } from '../support/stored-text.ts'
import { type Device, unpackDevice } from './device.ts'
import type { Engine } from './engine.ts'
import { eventually } from './eventually.ts'
import { freeTest, type Member, newMember } from './member.ts'
import { Visitor } from './visitor.ts'
import { openWay, type Way } from './way.ts'

const onServer = 'Збережено на сервері'
const onDevice = 'Збережено на цьому пристрої'
const checkHasEnded = /готовий до екзамену|Почати можна/
const submissionPath = '/api/exam-meta/'
const renewalPath = '/api/auth/token/refresh/'
const guestsHome = 'Увійти'
/** Place of editors' texts on the page of questions and answers. */
const sink = `details .${shortClass('rich', 'src/ui/rich-text/rich-text.module.css')}`

/** A peculiarity of an engine. `holds` looks for it in a page, so that the claim to work in spite of it stays true. */
interface Quirk {
  text: string
  holds: () => boolean | Promise<boolean>
}

/** The error that keeps a window from opening on the device, as `{ error }`; null if a window opens. */
const obstacleTo = (device: Device) =>
  device.window().then(
    () => null,
    (error: unknown) => ({ error }),
  )

/** Declares the stories for every engine. An engine that was not found is skipped by name; one that was found must start. */
export async function tellStories(engine: Engine, quirk: Quirk): Promise<void> {
  const site = inject('site')
  if (process.env[engine.foundBy] === undefined) {
    it.skip(`${engine.name} is skipped, because ${engine.foundBy} names no program`)
    return
  }
  const device = await unpackDevice(engine)
  const obstacle = await obstacleTo(device)
  if (obstacle !== null) {
    await device.discard()
    // The search for the engine has checked what it needs. Skipping its stories now would hide a failure.
    it(`the browser ${engine.name} was found and starts`, () => {
      throw obstacle.error
    })
    return
  }
  let way: Way
  let visitor: Visitor

  // Each story has its own address, so that none finds what another has left in the browser.
  beforeEach(async () => {
    way = await openWay(site)
    visitor = new Visitor(device, way)
  })
  afterEach(() => way.close())
  afterAll(() => device.discard())

  async function signIn({ tokens }: Member): Promise<void> {
    await visitor.open('/robots.txt')
    // A driver may call a page open while the one before is still shown. The tokens would then belong to another address.
    await visitor.isAt('/robots.txt')
    await visitor.evaluate((pairs) => {
      for (const [key, value] of Object.entries(pairs)) localStorage.setItem(key, value)
    }, tokens)
    // The next page may be another process of the engine, which sees the tokens later.
    await visitor.reload()
    await eventually('tokens kept', () =>
      visitor.evaluate((refresh) => localStorage.getItem('refresh') === refresh, tokens.refresh),
    )
  }

  async function startExam({ purchaseId }: Member): Promise<void> {
    await visitor.open(`/exam/1/${purchaseId}`)
    await start()
  }

  /** The device check comes before the first exam at each address, and moves the button until it has ended. */
  async function start(): Promise<void> {
    await visitor.sees(checkHasEnded)
    await visitor.press('button', 'Почати екзамен')
    await visitor.seesPart('heading', 'Запитання 1 з 6')
  }

  async function submit(): Promise<void> {
    await visitor.press('button', 'Здати( екзамен)?')
    await visitor.seesPart('dialog')
    await visitor.press('button', 'Здати')
  }

  const isKept = (key: string) =>
    eventually(`copy kept of ${key}`, async () => (await visitor.evaluate(readStoredText)).includes(key))

  /** The worker has the whole site and serves it. */
  const workerIsReady = () =>
    visitor.finds('worker in charge', () => navigator.serviceWorker.controller?.state === 'activated')

  describe(engine.name, () => {
    it(`[S2.07] [S4.04] ${quirk.text}: a newcomer registers, gets a test, takes it as an exam and sees the result`, async () => {
      await visitor.open('/')
      expect(await visitor.evaluate(quirk.holds), quirk.text).toBe(true)
      await visitor.press('link', 'Реєстрація')
      await visitor.fill('Ім’я', 'Оксана')
      await visitor.fill('Прізвище', 'Коваль')
      await visitor.fill('Електронна пошта', `${randomBytes(6).toString('hex')}@person.example`)
      await visitor.fill('Пароль', password)
      await visitor.press('checkbox', '.*договір оферти.*')
      await visitor.press('checkbox', '.*політикою конфіденційності.*')
      await visitor.press('button', 'Зареєструватися')
      await visitor.seesPart('heading', 'Особистий кабінет')
      await visitor.open(`/tests/${freeTest}`)
      await visitor.press('button', 'Почати безкоштовно')
      await start()
      for (let number = 1; number <= 6; number += 1) {
        await visitor.seesPart('heading', `Запитання ${number} з 6`)
        await visitor.choose(0, onServer)
        if (number < 6) await visitor.press('button', 'Наступне')
      }
      await submit()
      await visitor.seesPart('heading', 'Результат екзамену')
      await visitor.sees(/з 6/)
    })

    it('[C.04] [C.06] [R01] [R02] a browser that was killed without a server still has the answers called saved, and delivers the submission once', async () => {
      const member = await newMember(site)
      await signIn(member)
      await startExam(member)
      await visitor.choose(1, onServer)
      await workerIsReady()
      await way.shut()
      await visitor.press('button', 'Наступне')
      await visitor.choose(0, onDevice)

      await visitor.killBrowser()
      await visitor.open(`/exam/1/${member.purchaseId}`)
      await visitor.seesPart('heading', 'Запитання 2 з 6')
      await visitor.isChosen(0)
      await visitor.press('button', '1,.*')
      await visitor.seesPart('heading', 'Запитання 1 з 6')
      await visitor.isChosen(1)
      await submit()
      await visitor.sees('Сервер поки не відповідає')

      await visitor.killBrowser()
      await way.open()
      await visitor.open('/faq')
      await eventually('result of what was submitted', async () => (await member.results()).length > 0)
      await visitor.open(`/exam/1/${member.purchaseId}`)
      // The page that was left may not have written the reply down. Then the submission is sent again, and leads to the result.
      await visitor.sees(/Результат екзамену|Попередній результат/)
      expect(await member.results()).toHaveLength(1)
    })

    it('[C.06] an exam that its person left during a write opens again: the page that the browser keeps for «back» locks no store', async () => {
      const member = await newMember(site)
      await signIn(member)
      await startExam(member)
      await visitor.choose(0, onServer)
      for (let round = 0; round < 5; round += 1) {
        await visitor.evaluate(() => {
          const radios = document.querySelectorAll<HTMLInputElement>('input[type=radio]')
          let clicks = 0
          setInterval(() => radios[(clicks += 1) % 2]!.click(), 1)
          location.assign('/robots.txt')
        })
        await visitor.isAt('/robots.txt')
        await visitor.open(`/exam/1/${member.purchaseId}`)
        await visitor.seesPart('heading', 'Запитання 1 з 6')
      }
    })

    it('[C.06] [R03] a submission whose reply was lost is sent again and graded once', async () => {
      const member = await newMember(site)
      await signIn(member)
      await startExam(member)
      await visitor.choose(0, onServer)
      way.dropReply('POST', submissionPath)
      await submit()
      await visitor.seesPart('heading', 'Результат екзамену')
      expect(way.heard('POST', submissionPath)).toBeGreaterThan(1)
      expect(await member.results()).toHaveLength(1)
    })

    it('[S4.02] [R13] a person stays signed in when the reply to a renewal of the session was lost', async () => {
      const member = await newMember(site)
      await signIn(member)
      way.dropReply('POST', renewalPath)
      await visitor.open('/purchases')
      await visitor.sees('Вербальний тест: проба')
      await eventually('renewal on its way', async () => way.heard('POST', renewalPath) > 0)
      await visitor.reload()
      await visitor.sees('Вербальний тест: проба')
      await eventually('new pair of tokens', async () => {
        const refresh = await visitor.evaluate(() => localStorage.getItem('refresh'))
        return refresh !== null && refresh !== member.tokens.refresh
      })
      expect(way.heard('POST', renewalPath)).toBeGreaterThan(1)
      await visitor.seesPart('button', 'Відкрити меню.*')
    })

    it('[S4.05] [S43] a log-out removes the person’s tokens and stored data, also if the browser is killed immediately and starts without a server', async () => {
      const member = await newMember(site)
      await signIn(member)
      await visitor.open('/purchases')
      await visitor.sees('Вербальний тест: проба')
      await isKept('["purchases","owned"]')
      await workerIsReady()
      // The page keeps the profile after it has renewed the session. The browser continues with these tokens.
      await isKept('"session-v1","profiles",["')
      const tokens = await visitor.evaluate(() => ['access', 'refresh'].map((name) => localStorage.getItem(name) ?? ''))
      expect(await visitor.evaluate(readStoredText)).toContain(tokens[1])
      await visitor.press('button', 'Відкрити меню.*')
      await visitor.press('button', 'Вийти')
      await visitor.isAt('/')
      await visitor.seesPart('link', guestsHome)
      const traces = ['["purchases","owned"]', ...Object.values(member.tokens), ...tokens]
      await eventually('trace of the person to be gone', async () => {
        const left = await visitor.evaluate(readStoredText)
        return traces.every((trace) => !left.includes(trace))
      })

      // A killed browser returns with unwritten changes of its local storage lost: the tokens are there again.
      await visitor.killBrowser()
      await way.shut()
      await visitor.open('/purchases')
      // With a slow storage the page is drawn first, and leads home when it turns out that the person has left.
      await visitor.finds('page of guests', () => ['/', '/login'].includes(location.pathname))
      await eventually('tokens of the person to be gone', async () => {
        const left = await visitor.evaluate(() => JSON.stringify({ ...localStorage }))
        return [...Object.values(member.tokens), ...tokens].every((trace) => !left.includes(trace))
      })
    })

    it('[C.04] [C.05] pages open without a server by reload and by deep link, also pages that were not opened before', async () => {
      const member = await newMember(site)
      await signIn(member)
      await visitor.open('/purchases')
      await visitor.sees('Вербальний тест: проба')
      await isKept('["purchases","owned"]')
      await workerIsReady()
      await visitor.open('/faq')
      await visitor.seesPart('heading', 'Питання й відповіді')
      await isKept('["faq"]')
      await way.shut()
      await visitor.reload()
      await visitor.seesPart('heading', 'Питання й відповіді')
      await visitor.sees('Без мережі · дані на')
      await visitor.open('/purchases')
      await visitor.sees('Вербальний тест: проба')
      await visitor.open('/examples')
      await visitor.seesPart('heading')
    })

    it('[S35] markup in texts from the server runs nothing, however it was escaped', async () => {
      const texts = rows.map((answer, n) => ({ id: String(n), topic: 'Тема', question: `Запитання ${n}`, answer }))
      way.answer('GET', '/api/faq/', { count: texts.length, results: texts })
      await signIn(await newMember(site))
      await visitor.open('/purchases')
      await visitor.sees('Вербальний тест: проба')
      await visitor.evaluate(keepWatch)
      // A link of the site keeps the page, and with it the watch.
      await visitor.evaluate(() => {
        history.pushState(null, '', '/faq')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await visitor.finds('all texts', () => document.querySelectorAll('main details[class]').length > 900)
      await visitor.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      await visitor.evaluate(letPicturesFail, sink)
      expect(await visitor.evaluate(stillArmed, sink)).toEqual([])
      expect(await visitor.evaluate(readWatch)).toEqual({ ran: [], blocked: [] })
    })
  })
}
