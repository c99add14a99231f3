/**
 * `npm run screenshots`: every stop of the tour on a phone and on a desktop, light and dark, as small WebP pictures in
 * docs/screens. Some also become pictures of the manifest, in public/screens. Starts its own servers and databases; needs a built
 * dist/ and a Chromium. Arguments narrow the stops down. Fails if a stop cannot be reached.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { signInContext } from '../support/exam-story.ts'
import { newcomer } from '../support/person.ts'
import { makeMember, sitAgain } from './member.ts'
import { guestStops, memberStops, newcomerStops } from './stops.ts'
import { visit } from './visit.ts'
import { waitForLetters } from './wait-for-letters.ts'

const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}
/** Pictures side by side in the README, each of one screen. */
const inReadme = new Set([
  'landing-desktop-light',
  'exam-answered-phone-dark',
  'result-phone-light',
  'profile-desktop-dark',
])
/** Pictures of the site in the manifest, one screen each. PNG is the only format that all browsers certainly take. */
const inManifest: Record<string, string> = {
  'exam-answered-phone-light': 'phone-exam.png',
  'result-phone-light': 'phone-result.png',
  'practice-verdict-phone-light': 'phone-practice.png',
  'profile-desktop-light': 'desktop-home.png',
}
const manifestFolder = path.resolve(import.meta.dirname, '../../public/screens')
const wanted = process.argv.slice(2)
const folder = process.env.SCREENS_DIR ?? path.resolve(import.meta.dirname, '../../docs/screens')

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await mkdir(folder, { recursive: true })
  for (const device of ['phone', 'desktop'] as const) {
    // A server for each device: an exam is started once, and a notification is new once.
    const server = await startTestServer()
    try {
      await takeAll(browser, server, device)
    } finally {
      await server.close()
    }
  }
} finally {
  await browser.close()
}

async function takeAll(from: Browser, server: TestServer, device: keyof typeof devices): Promise<void> {
  const member = await makeMember(server, { email: 'oksana.koval@poshta.example' })
  await sitAgain(server, member)
  const beginner = await newcomer(server, 'taras@poshta.example')
  for (const [stops, person] of [
    [guestStops, null],
    [newcomerStops, beginner],
    [memberStops, member.person],
  ] as const) {
    const context = await from.newContext({
      ...devices[device],
      locale: 'uk-UA',
      timezoneId: 'Europe/Kyiv',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      bypassCSP: true,
    })
    await waitForLetters(context)
    if (person) await signInContext(context, person)
    for (const stop of stops) {
      if (wanted.length && !wanted.includes(stop.name)) continue
      const page = await context.newPage()
      await visit(page, server.origin, stop, member)
      await page.waitForLoadState('networkidle')
      await page.mouse.move(0, 0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await take(page, stop.name, `${device}-${colorScheme}`)
      }
      await page.close()
    }
    await context.close()
  }
}

/** Takes the whole height of the page, but only the window for dialogs and for the README's pictures. */
async function take(page: Page, stop: string, variant: string): Promise<void> {
  const isWindow = /^(modal|menu)/.test(stop) || inReadme.has(`${stop}-${variant}`)
  const { width, height } = page.viewportSize()!
  await settle(page)
  const shown = inManifest[`${stop}-${variant}`]
  if (shown !== undefined) await page.screenshot({ path: path.join(manifestFolder, shown) })
  // In a window as tall as the page even parts that stick to the window's edge are at the page's end.
  const whole = isWindow ? height : await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await settle(page)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 36 })
  const name = `${stop}-${variant}.webp`
  await writeFile(path.join(folder, name), Buffer.from(data, 'base64'))
  console.log(name)
  await page.setViewportSize({ width, height })
}

/** Waits until all fonts are loaded and drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The fallback of Onest is a font of the device, which may not have it.
    const own = [...document.fonts].filter(({ family }) => /^"?Onest"?$/.test(family))
    await Promise.all(own.map((face) => face.load()))
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}
