/**
 * `npm run screenshots`: every stop of the tour on a phone and on a desktop, light and dark, as small WebP pictures in
 * docs/screens. Starts a server and a database of its own; needs a built dist/ and a Chromium. Names given as arguments
 * narrow it down. Fails where a stop cannot be reached.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startTestServer } from '../support/build-server.ts'
import { signInContext } from '../support/exam-story.ts'
import { makeMember, type Member } from './member.ts'
import { guestStops, memberStops, type Stop, visit } from './stops.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const wanted = process.argv.slice(2)
const folder = process.env.SCREENS_DIR ?? path.resolve(import.meta.dirname, '../../docs/screens')

const server = await startTestServer()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await mkdir(folder, { recursive: true })
  for (const size of ['phone', 'desktop'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      await takeAll(browser, size, scheme)
    }
  }
} finally {
  await browser.close()
  await server.close()
}

async function takeAll(from: Browser, size: keyof typeof sizes, colorScheme: 'light' | 'dark'): Promise<void> {
  const options = { viewport: sizes[size], colorScheme, locale: 'uk-UA', timezoneId: 'Europe/Kyiv' }
  const member = await makeMember(server)
  for (const [stops, as] of [
    [guestStops, undefined],
    [memberStops, member],
  ] as const) {
    const context = await from.newContext({ ...options, reducedMotion: 'reduce' })
    if (as) await signInContext(context, as.person)
    for (const stop of stops) {
      if (wanted.length && !wanted.includes(stop.name)) continue
      const page = await context.newPage()
      await take(page, stop, as, `${stop.name}-${size}-${colorScheme}.webp`)
      await page.close()
    }
    await context.close()
  }
}

async function take(page: Page, stop: Stop, member: Member | undefined, name: string): Promise<void> {
  await visit(page, server.origin, stop, member)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  await writeFile(path.join(folder, name), Buffer.from(data, 'base64'))
  console.log(name)
}
