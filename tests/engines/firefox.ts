import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import type { Engine, EngineWindow } from './engine.ts'
import { findPart, type Part } from './part.ts'
import { killGroup } from './process-group.ts'

const PHONE = { width: 390, height: 844 }

/** Firefox by WebDriver BiDi, with default preferences: persist() waits for a person's answer. */
export const firefox: Engine = {
  name: 'Firefox',
  foundBy: 'FIREFOX_PATH',
  async open(profile) {
    await ownPreferencesAreBack(profile)
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: process.env.FIREFOX_PATH!,
      headless: true,
      userDataDir: profile,
      timeout: 60_000,
      protocolTimeout: 60_000,
      extraPrefsFirefox: { 'intl.accept_languages': 'uk-UA' },
    })
    const [first] = await browser.pages()
    const page = first ?? (await browser.newPage())
    await page.setViewport(PHONE)
    // The guard of an exam asks before a page is left. A person who leaves presses «leave».
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    return windowOf(page, () => killGroup(browser.process()!))
  },
}

/** Waits until Puppeteer has put a killed browser's preferences aside. They would disturb a new start. */
async function ownPreferencesAreBack(profile: string): Promise<void> {
  const isBusy = () => ['user.js', 'prefs.js'].some((name) => existsSync(`${profile}/${name}.puppeteer`))
  for (let tries = 0; tries < 50 && isBusy(); tries += 1) await pause(50)
}

function windowOf(page: Page, kill: () => Promise<void>): EngineWindow {
  return {
    goTo: async (url) => void (await page.goto(url, { timeout: 60_000 })),
    reload: async () => void (await page.reload({ timeout: 60_000 })),
    shows: (part) => withElement(page, part, async () => undefined),
    press: (part) => withElement(page, part, (element) => element.click()),
    type: (part, text) => withElement(page, part, (element) => element.type(text)),
    evaluate: page.evaluate.bind(page) as EngineWindow['evaluate'],
    screenshot: () => page.screenshot(),
    kill,
  }
}

async function withElement(
  page: Page,
  part: Part,
  act: (element: ElementHandle) => Promise<unknown>,
): Promise<boolean> {
  const handle = await page.evaluateHandle(findPart, part)
  const element = handle.asElement() as ElementHandle | null
  if (element === null) return false
  await act(element)
  return true
}
