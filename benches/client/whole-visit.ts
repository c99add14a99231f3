import type { Browser, Page } from '@playwright/test'
import type { TestServer } from '../../tests/support/build-server.ts'
import { examinee, examOn, examPath } from '../../tests/support/exam-story.ts'
import { password } from '../../tests/support/person.ts'

/** Bytes of the bodies as they were sent over the network. */
export interface Sent {
  html: number
  css: number
  scripts: number
  fonts: number
}

const kinds: Record<string, keyof Sent> = { Document: 'html', Stylesheet: 'css', Script: 'scripts', Font: 'fonts' }

/**
 * The whole first visit: the landing page, the log-in page, an exam of six questions, its result. The cache is empty before.
 * Files that the browser caches between the pages are sent once. Without a worker, whose fetches for later would count; the
 * pages' fetches when idle do count.
 */
export async function measureWholeVisit(browser: Browser, server: TestServer): Promise<Sent> {
  const { person, purchaseId } = await examinee(server)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const sent = await countSent(page)
  await page.goto(server.origin, { waitUntil: 'networkidle' })
  // A guest at the address of an exam is led to the log-in page, and then to the exam.
  await page.goto(server.origin + examPath(purchaseId))
  await page.getByLabel('Електронна пошта').fill(person.email!)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти' }).click()
  const exam = examOn(page)
  await exam.start()
  for (let question = 1; question < 6; question += 1) {
    await exam.choose(0)
    await exam.next()
  }
  await exam.choose(0)
  await exam.submit()
  await exam.seesResult()
  await page.waitForLoadState('networkidle')
  await context.close()
  return sent
}

async function countSent(page: Page): Promise<Sent> {
  const sent: Sent = { html: 0, css: 0, scripts: 0, fonts: 0 }
  const kindOf = new Map<string, { kind: keyof Sent; head: number }>()
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    const kind = kinds[type]
    // A response from the browser's cache reports its earlier length.
    if (kind !== undefined && !response.fromDiskCache) kindOf.set(requestId, { kind, head: response.encodedDataLength })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = kindOf.get(requestId)
    if (known !== undefined) sent[known.kind] += Math.max(0, encodedDataLength - known.head)
  })
  await devtools.send('Network.enable')
  return sent
}
