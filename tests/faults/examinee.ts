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

/** Names of buttons that continue an exam. A person presses the first one that is there. */
const waysOn = ['Почати екзамен', 'Продовжити екзамен', 'Продовжити тут', 'Спробувати ще раз', 'Перевірити ще раз']
const waysToResult = ['Переглянути результат', 'Попередній результат']
/** Milliseconds of silence towards the driver after which a tab is closed and opened again. */
const deafAfter = 20_000
/** Milliseconds of reading before a confirmation. */
const readingMs = 600
/** Folder of the pictures of people who were stuck. */
const pictures = path.resolve('test-results/faults')
const resultTitle = 'Результат екзамену'

const isQuestion = ({ question, dialog }: Screen) => question !== null && dialog === null
const isWritable = (screen: Screen) => isQuestion(screen) && !screen.question!.isReadOnly
const isResult = ({ heading }: Screen) => heading === resultTitle

/** A person at one place: a tab on a device. Acts only by presses, and looks at what the page says. */
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
    // The person looks at a page that does not load like at any other, and opens it again.
    await page.goto(this.device.proxy.origin + path).catch(() => undefined)
  }

  async reload(): Promise<void> {
    await this.open(this.#examPath)
  }

  toQuestion = (email = this.#email) => this.#goOn(isWritable, email)

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

  /** Chooses an option that nobody has pressed before, if there is one, and looks until the page says what it waits for. */
  async answer(number: number, waitsFor: WaitsFor): Promise<void> {
    await this.goTo(number)
    const { question } = await this.look()
    if (question === null) return
    const used = this.#witness.presses.filter(({ questionId }) => questionId === question.id)
    const fresh = question.optionIds.filter((id) => id !== question.chosen)
    const optionId = fresh.find((id) => !used.some((press) => press.optionId === id)) ?? fresh[0]!
    const page = await this.tab()
    this.#witness.pressed(this.#deviceNumber, question.id, optionId)
    // A press on the card counts as a press on the input inside, as for the keyboard.
    await tried(page.locator(`label:has(input[value="${optionId}"])`).click({ timeout: 1_500 }))
    await this.#watch(waitsFor)
  }

  /** Stops the clock, or only reads that no pause is left. The next answer continues the exam. */
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

  /** Looks at every question, decides every conflict, and waits until the server has the answers of this place. */
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

  /** Opens the line in the bar that says that a question has two answers. */
  async #unfoldConflict(): Promise<void> {
    const page = await this.tab()
    const folded = page.locator('button[aria-expanded="false"]', { hasText: 'Дві відповіді' })
    if (await folded.isVisible()) await tried(folded.click())
  }

  /** Waits until the server has the answer. If another device submits first, an answer that only this one has is not graded. */
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

  /** Submits the exam. A person who reads that another device's answer differs looks at that answer first. */
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

  /** The questions that the open dialog names as conflicts. Null if it names none within `lookMs`, or is gone. */
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
    // The page first asks a person whose answers have not all arrived.
    const leave = page.getByRole('button', { name: 'Вийти, лишивши їх тут' })
    await tried(
      leave
        .or(page.getByRole('link', { name: 'Увійти' }))
        .first()
        .waitFor({ timeout: 1_000 }),
    )
    if (await leave.isVisible()) await tried(leave.click())
  }

  /** Logs in as somebody else where the exam was open, and checks what is shown there. */
  async lendTo(email: string): Promise<void> {
    await this.open('/login')
    const screen = await this.#goOn(({ path, dialog }) => path !== '/login' && dialog === null, email)
    if (screen.path === '/login') return
    // The log-out before may have failed. Then nobody else was let in.
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
      // A page in a navigation shows nothing.
      return { path: '', heading: '', dialog: null, ways: [], question: null }
    }
  }

  /** Saves a picture and the text of the page. Returns the picture's file, or why there is none. */
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
      // The page itself may hang. The report then says why the exam is stuck, without a picture.
      return `nothing: ${String(error)}`
    }
  }

  async #unfoldElsewhere({ ways }: Screen): Promise<string | null> {
    if (!ways.some((way) => elsewhere.test(way))) return null
    const page = await this.tab()
    await tried(page.getByRole('button', { name: elsewhere }).first().click({ timeout: 1_000 }))
    return 'who has the writing'
  }

  /** Drops a tab that may never answer the driver again after a broken navigation. */
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
      // A press without effect is repeated after a while. A page that leads nowhere is loaded again.
      if (isNew || Date.now() - since > 1_500) {
        const pressed = await this.#press(screen, email, handsIn)
        pressedInVain = pressed !== null && pressed === pressedLast ? pressedInVain + 1 : 0
        pressedLast = pressed ?? ''
        if (pressed !== null) since = Date.now()
        if (pressedInVain > 4 || (pressed === null && (isNowhere(screen) || Date.now() - since > 8_000))) {
          await this.open(this.#examPath)
          since = Date.now()
          pressedInVain = 0
        }
      }
      await pause(40)
    }
  }

  /** Makes one press towards the exam. Returns its name, or null where there is nothing to press. */
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
    // A person who has begun an exam wants to continue that one, not to start a new one.
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

/** Button in the bar that says which tab or device is the writer, and unfolds the way to take the writing back. */
const elsewhere = /^(Інша вкладка|Інший пристрій)/

const isSubmitted = ({ heading }: Screen) => /^(Здаємо екзамен|Рахуємо результат)/.test(heading)

/** Pages that do not lead to the exam: the browser's own, the landing after a log-out, the list of purchases. */
const isNowhere = ({ path }: Screen) => path === '/' || path === 'blank' || path === '/purchases'

async function logIn(page: Page, email: string): Promise<void> {
  await tried(page.getByLabel('Електронна пошта').last().fill(email, { timeout: 1_500 }))
  await tried(page.getByLabel('Пароль', { exact: true }).last().fill(password, { timeout: 1_500 }))
  await tried(page.getByRole('button', { name: 'Увійти', exact: true }).last().click({ timeout: 1_500 }))
  await tried(page.waitForURL(({ pathname }) => pathname !== '/login', { timeout: 1_500 }))
}

const isTimeOut = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Ignores a failed press: the page may have changed meanwhile. The person looks again. */
async function tried(press: Promise<unknown>): Promise<void> {
  await press.catch(() => undefined)
}
