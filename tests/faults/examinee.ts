import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { withTimeout } from '../../src/concurrency/with-timeout.ts'
import { password } from '../support/person.ts'
import type { Device } from './device.ts'
import type { WaitsFor } from './schedule.ts'
import { readScreen, type Screen } from './screen.ts'
import type { Witness } from './witness.ts'

/** What somebody who wants to continue with an exam presses, the first that is there. */
const waysOn = ['Почати екзамен', 'Продовжити екзамен', 'Продовжити тут', 'Спробувати ще раз', 'Перевірити ще раз']
const waysToResult = ['Переглянути результат', 'Попередній результат']
/** A tab that tells the driver nothing for so long is closed, and opened again. Milliseconds. */
const deafAfter = 20_000
/** A glance at the dialog before it is confirmed. Milliseconds. */
const readingMs = 600
/** Where the pictures of those are who were stuck. */
const pictures = path.resolve('test-results/faults')
const resultTitle = 'Результат екзамену'

const isQuestion = ({ question, dialog }: Screen) => question !== null && dialog === null
const isWritable = (screen: Screen) => isQuestion(screen) && !screen.question!.isReadOnly
const isResult = ({ heading }: Screen) => heading === resultTitle

/** A person at one place: a tab on a device. Does everything by presses, and looks at what the page says. */
export class Examinee {
  readonly device: Device
  readonly #deviceNumber: number
  readonly #email: string
  readonly #userId: string
  readonly #examPath: string
  readonly #witness: Witness
  #tab: Page | null = null

  constructor(
    device: Device,
    deviceNumber: number,
    { email, userId }: { email: string; userId: string },
    examPath: string,
    witness: Witness,
  ) {
    this.device = device
    this.#deviceNumber = deviceNumber
    this.#email = email
    this.#userId = userId
    this.#examPath = examPath
    this.#witness = witness
  }

  /** The browser was killed: the tab is gone. */
  lostTab(): void {
    this.#tab = null
  }

  async tab(): Promise<Page> {
    if (this.#tab !== null) {
      if (this.device.front !== this.#tab) await this.#tab.bringToFront()
      this.device.front = this.#tab
      return this.#tab
    }
    this.#tab = await this.device.openTab()
    await this.open(this.#examPath)
    return this.#tab
  }

  async open(path: string): Promise<void> {
    const page = this.#tab ?? (await this.tab())
    // A page that does not load is looked at like any other, and asked for again.
    await page.goto(this.device.proxy.origin + path).catch(() => undefined)
  }

  async reload(): Promise<void> {
    await this.open(this.#examPath)
  }

  /** Continues until a question can be answered here. */
  toQuestion = (email = this.#email) => this.#goOn(isWritable, email)

  /** Submits where that is still to do, and waits for the result. */
  toResult = (milliseconds: number) => this.#goOn(isResult, this.#email, milliseconds, true)

  async goTo(number: number): Promise<void> {
    const deadline = Date.now() + 60_000
    for (;;) {
      const screen = await this.toQuestion()
      if (screen.question!.number === number) return
      if (Date.now() > deadline) throw new Error(`question ${number} cannot be reached`)
      const page = await this.tab()
      await tried(page.getByRole('button', { name: new RegExp(`^${number},`) }).click())
    }
  }

  /** Presses an option that nobody has pressed before, where there is one, and looks until what it waits for is said. */
  async answer(number: number, waitsFor: WaitsFor): Promise<void> {
    await this.goTo(number)
    const { question } = await this.look()
    if (question === null) return
    const used = this.#witness.presses.filter(({ questionId }) => questionId === question.id)
    const fresh = question.optionIds.filter((id) => id !== question.chosen)
    const optionId = fresh.find((id) => !used.some((press) => press.optionId === id)) ?? fresh[0]!
    const page = await this.tab()
    this.#witness.pressed(this.#deviceNumber, question.id, optionId)
    // By the keyboard's path or the mouse's, a press on the card is a press on the input in it.
    await tried(page.locator(`label:has(input[value="${optionId}"])`).click({ timeout: 1_500 }))
    await this.#watch(waitsFor)
  }

  /** Stops the clock; where no pause is left, only reads that. The next answer continues the exam. */
  async pause(): Promise<void> {
    const page = await this.tab()
    await tried(page.getByRole('button', { name: 'Пауза', exact: true }).first().click({ timeout: 1_500 }))
    const stop = page.getByRole('dialog').getByRole('button', { name: 'Зупинити годинник' })
    await tried(stop.click({ timeout: 1_500 }))
    await tried(page.getByRole('heading', { name: 'Екзамен на паузі' }).waitFor({ timeout: 1_500 }))
  }

  async #watch(waitsFor: WaitsFor): Promise<void> {
    if (waitsFor === 'none') return
    const enough = waitsFor === 'server' ? ['server'] : ['device', 'server']
    const deadline = Date.now() + 2_500
    while (Date.now() < deadline) {
      const { question } = await this.look()
      if (question !== null && enough.includes(question.saving)) return
      await pause(15)
    }
  }

  /** Looks at every question, decides every conflict, and waits until the server has what was given here. */
  async review(): Promise<void> {
    for (let number = 1; number <= 6; number += 1) {
      await this.goTo(number)
      await this.#unfoldConflict()
      const { question, ways } = await this.look()
      const here = ways.find((way) => way === 'Лишити цю: на цьому пристрої')
      if (here !== undefined && question !== null) await this.#keepOwn(question.id, question.chosen)
      await this.#untilServerHasIt()
    }
  }

  /** Two answers to the question are shown where the line in the bar is pressed that says so. */
  async #unfoldConflict(): Promise<void> {
    const page = await this.tab()
    const folded = page.locator('button[aria-expanded="false"]', { hasText: 'Дві відповіді' })
    if (await folded.isVisible()) await tried(folded.click())
  }

  /** What is on this device alone when another one submits comes too late to be graded; who looks through it all waits. */
  async #untilServerHasIt(): Promise<void> {
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      const { question } = await this.look()
      if (question !== null && (question.chosen === null || question.saving === 'server')) return
      await pause(40)
    }
  }

  async #keepOwn(questionId: string, there: string | null): Promise<void> {
    const page = await this.tab()
    await tried(page.getByRole('button', { name: 'Лишити цю: на цьому пристрої' }).click())
    const { question } = await this.look()
    if (question?.id !== questionId || question.chosen === null || question.chosen === there) return
    this.#witness.pressed(this.#deviceNumber, questionId, question.chosen)
  }

  async submit(): Promise<void> {
    await this.toQuestion()
    await this.#pressSubmit()
  }

  /** A person who reads that another device's answer differs looks at it before submitting the exam. */
  async #pressSubmit(): Promise<void> {
    const differing = (await this.#openSubmit(readingMs)) ?? (await this.#confirmSubmit())
    if (differing === null) return
    const page = await this.tab()
    await tried(page.getByRole('button', { name: 'Повернутися до запитань' }).click())
    for (const number of differing) {
      await this.goTo(number)
      await this.#unfoldConflict()
      await this.look()
    }
    await this.#openSubmit(0)
    await this.#confirmSubmit()
  }

  async #openSubmit(lookMs: number): Promise<number[] | null> {
    const page = await this.tab()
    const submit = page.getByRole('button', { name: /^Здати( екзамен)?$/ }).first()
    await tried(submit.click())
    return await this.#differing(lookMs)
  }

  async #confirmSubmit(): Promise<number[] | null> {
    const page = await this.tab()
    await tried(page.getByRole('dialog').getByRole('button', { name: 'Здати', exact: true }).click())
    return await this.#differing(2_500)
  }

  /** The questions that the open dialog names, as soon as it does; null when it names none for so long, or is gone. */
  async #differing(lookMs: number): Promise<number[] | null> {
    const page = await this.tab()
    const deadline = Date.now() + lookMs
    do {
      const reading = page.evaluate(() => document.querySelector('dialog[open]')?.textContent)
      const text = await withTimeout(reading, deafAfter).catch(() => undefined)
      if (text === undefined) return null
      const named = /відповіли інакше: запитання ([\d, ]+)/.exec(text ?? '')
      if (named !== null) return named[1]!.split(', ').map(Number)
      await pause(40)
    } while (Date.now() < deadline)
    return null
  }

  async logOut(): Promise<void> {
    const page = await this.tab()
    await this.open('/purchases')
    await tried(page.getByRole('button', { name: 'Відкрити меню' }).click())
    await tried(page.getByRole('button', { name: 'Вийти', exact: true }).click())
    // Who has something here that has not arrived is asked first.
    const leave = page.getByRole('button', { name: 'Вийти, лишивши їх тут' })
    await tried(
      leave
        .or(page.getByRole('link', { name: 'Увійти' }))
        .first()
        .waitFor({ timeout: 1_000 }),
    )
    if (await leave.isVisible()) await tried(leave.click())
  }

  /** Logs in as somebody else where the exam was open, and looks what is there. */
  async lendTo(email: string): Promise<void> {
    await this.open('/login')
    const screen = await this.#goOn(({ path, dialog }) => path !== '/login' && dialog === null, email)
    if (screen.path === '/login') return
    // The one before may not have got out: then nobody was let in.
    const page = await this.tab()
    const signedIn = () => page.evaluate(() => localStorage.getItem('user_id'))
    const stranger = await signedIn()
    if (stranger === this.#userId) return
    await this.open(this.#examPath)
    await tried(page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 1_500 }))
    const seen = await this.look()
    if (seen.question !== null && (await signedIn()) === stranger)
      this.#witness.leaks.push(`${email} was shown question ${seen.question.number}`)
  }

  async look(): Promise<Screen> {
    const page = await this.tab()
    try {
      const screen = await withTimeout(readScreen(page), deafAfter)
      this.#witness.sees(this.#deviceNumber, screen)
      return screen
    } catch (error) {
      if (isTimeOut(error)) await this.#openAnew(page)
      else if (!/context was destroyed|navigat|has been closed|Cannot find context/.test(String(error))) throw error
      // Between two pages there is nothing to see.
      return { path: '', heading: '', dialog: null, ways: [], question: null }
    }
  }

  /** Keeps how the page looks now and what is in it; the picture's file, or why there is none. */
  async photograph(name: string): Promise<string> {
    const page = this.#tab
    if (page === null) return 'nothing: there is no tab'
    const file = path.join(pictures, name.replaceAll(/[^\w-]/g, '_'))
    try {
      await mkdir(pictures, { recursive: true })
      await writeFile(`${file}.html`, await withTimeout(page.content(), deafAfter))
      await page.screenshot({ path: `${file}.png`, timeout: deafAfter })
      return `${file}.png`
    } catch (error) {
      // The page may be what hangs; why the exam is stuck is told without its picture.
      return `nothing: ${String(error)}`
    }
  }

  async #unfoldElsewhere({ ways }: Screen): Promise<string | null> {
    if (!ways.some((way) => elsewhere.test(way))) return null
    const page = await this.tab()
    await tried(page.getByRole('button', { name: elsewhere }).first().click({ timeout: 1_000 }))
    return 'who has the writing'
  }

  /** Broken off in a navigation, a tab may never answer the driver again. */
  async #openAnew(page: Page): Promise<void> {
    this.#tab = null
    await withTimeout(page.close(), deafAfter).catch(() => undefined)
  }

  async #goOn(isThere: (screen: Screen) => boolean, email: string, milliseconds = 60_000, handsIn = false) {
    const deadline = Date.now() + milliseconds
    let before = ''
    let since = Date.now()
    let pressedLast = ''
    let pressedInVain = 0
    for (;;) {
      const screen = await this.look()
      if (isThere(screen)) return screen
      if (Date.now() > deadline) {
        throw new Error(`stuck at ${JSON.stringify({ ...screen, ways: screen.ways.slice(-8) })}`)
      }
      const now = JSON.stringify(screen)
      const isNew = now !== before
      if (isNew || isSubmitted(screen)) since = Date.now()
      before = now
      // A press that has changed nothing is made again after a while, and a page that leads nowhere is loaded again.
      if (isNew || Date.now() - since > 1_500) {
        const pressed = await this.#press(screen, email, handsIn)
        pressedInVain = pressed !== null && pressed === pressedLast ? pressedInVain + 1 : 0
        pressedLast = pressed ?? ''
        if (pressed !== null) since = Date.now()
        // After pressing the same thing again and again a person reloads the page.
        if (pressedInVain > 4 || (pressed === null && (isNowhere(screen) || Date.now() - since > 8_000))) {
          await this.open(this.#examPath)
          since = Date.now()
          pressedInVain = 0
        }
      }
      await pause(40)
    }
  }

  /** One press in the direction of the exam, by its name; null where there is nothing to press. */
  async #press(screen: Screen, email: string, handsIn: boolean): Promise<string | null> {
    const page = await this.tab()
    if (screen.path === '/login' || screen.dialog === 'Сеанс завершився') {
      await logIn(page, email)
      return 'Увійти'
    }
    if (screen.question !== null && screen.dialog !== null && !handsIn) {
      await tried(page.keyboard.press('Escape'))
      return 'Escape'
    }
    if (handsIn && isWritable(screen)) {
      await this.#pressSubmit()
      return 'Здати'
    }
    // A person who has begun wants that exam: a new one is not what they are looking for.
    const ways = this.#witness.hasBegun ? waysOn.slice(1) : waysOn
    const way = [...(handsIn ? waysToResult : []), ...ways].find((name) => screen.ways.includes(name))
    if (way === undefined) return await this.#unfoldElsewhere(screen)
    if (way === 'Почати екзамен') this.#witness.starts += 1
    const link = waysToResult.includes(way)
      ? page.getByRole('link', { name: way })
      : page.getByRole('button', { name: way })
    await tried(link.first().click({ timeout: 1_000 }))
    return way
  }
}

/** The line in the bar that says who has the writing, and unfolds the way to take it back. */
const elsewhere = /^(Інша вкладка|Інший пристрій)/

/** What is submitted must arrive by itself. */
const isSubmitted = ({ heading }: Screen) => /^(Здаємо екзамен|Рахуємо результат)/.test(heading)

/** The browser's own page, the landing after a log-out, the list of what one owns: none leads on to the exam by itself. */
const isNowhere = ({ path }: Screen) => path === '/' || path === 'blank' || path === '/purchases'

async function logIn(page: Page, email: string): Promise<void> {
  await tried(page.getByLabel('Електронна пошта').last().fill(email, { timeout: 1_500 }))
  await tried(page.getByLabel('Пароль', { exact: true }).last().fill(password, { timeout: 1_500 }))
  await tried(page.getByRole('button', { name: 'Увійти', exact: true }).last().click({ timeout: 1_500 }))
  await tried(page.waitForURL(({ pathname }) => pathname !== '/login', { timeout: 1_500 }))
}

const isTimeOut = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** A press may come too late: the page has moved on by itself. The person looks again. */
async function tried(press: Promise<unknown>): Promise<void> {
  await press.catch(() => undefined)
}
