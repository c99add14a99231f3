import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { rangeNamed } from '#contract/iq-named.ts'
import type { Score } from '#contract/result.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import { gradedExam } from '../support/graded-exam.ts'
import { readPicture } from '../support/picture.ts'
import { readCode } from '../support/read-code.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { workerIsReady } from '../support/worker-story.ts'

const look = { ground: '#1f3fd0', below: '#ffffff', own: '#ffc83d', above: '#6f86ea' }
/** Centre of a person's cell among the hundred, the lowest at the bottom left, in a grid at `top` with sides of `edge`. */
const middleOf = (index: number, { top, edge }: { top: number; edge: number }) => {
  const pitch = 10.75 * (edge / 107.5)
  return [84 + pitch * ((index % 10) + 0.5), top + pitch * (9.5 - Math.floor(index / 10))] as const
}

/** Notes files handed to the system's share dialog, which a browser under test does not have. */
async function noteShared(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number; text: string }[] = []
    Object.assign(window, { shared })
    navigator.canShare = ({ files }: ShareData = {}) => files?.length === 1
    navigator.share = async ({ files, text }: ShareData = {}) => {
      const [file] = files!
      shared.push({ name: file!.name, type: file!.type, size: file!.size, text: text! })
    }
  })
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

/** Text of the QR code on the picture that is downloaded now; null without a code. */
async function codeOnPicture(page: Page): Promise<string | null> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити картинку' }).click()
  const { width, height, bytes } = await readPicture(page, await bytesOf(await coming))
  try {
    return decodeQR({ width, height, data: new Uint8Array(bytes) })
  } catch {
    return null
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme })
    test(`a person shares and downloads a result as a picture with its interval, in the ${colorScheme} theme @full`, async ({
      page,
      server,
      isMobile,
    }) => {
      test.skip(!isMobile, 'a picture has a size of its own: once is enough')
      await noteShared(page)
      const person = await signInAsNewcomer(page, server)
      const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
      const { body } = await person.get(`/api/test-results/${purchaseId}/`)
      const score: Score = body.results[0].score
      await page.goto(`/logic/test-result/${purchaseId}`)
      await page.getByRole('button', { name: 'Поділитися результатом' }).click()

      const shown = page.getByRole('img', { name: /^Картинка з результатом/ })
      await expect(shown).toBeVisible()
      // A person who does not see the picture is told the same.
      const said = (await shown.getAttribute('alt'))!
      expect(said).toContain(`Оцінка IQ: ${score.iq}. Імовірний діапазон: ${rangeNamed(score)}`)
      expect(said).toContain(new URL(server.origin).host)
      expect(await axeFaults(page, 'share')).toEqual([])

      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Завантажити картинку' }).click()
      const download = await coming
      expect(download.suggestedFilename()).toBe('rezultat-iq.png')
      const picture = await readPicture(page, await bytesOf(download))
      expect([picture.width, picture.height]).toEqual([1080, 1350])
      expect([picture.at(2, 2), picture.at(1077, 1347)]).toEqual([look.ground, look.ground])
      // The first cell of the mark, and the hollow of its last.
      expect(picture.at(84 + 14, 72 + 14)).toBe(look.below)
      expect(picture.at(84 + 74, 72 + 74)).toBe(look.ground)
      // The name of the test, the number, the interval in words, the invitation, the address.
      for (const [y, height, least] of [
        [196, 50, 1500],
        [370, 160, 8000],
        [558, 50, 1500],
        [1170, 60, 1500],
        [1256, 44, 800],
      ] as const) {
        expect(picture.inkIn({ x: 84, y, width: 912, height }, look.ground)).toBeGreaterThan(least)
      }
      // The grid has a hundred people: as many below as the page says, one's own place, the others above.
      const own = Math.round(score.percentile)
      const people = (grid: { top: number; edge: number }, of: typeof picture) =>
        Array.from({ length: 100 }, (_, index) => of.at(...middleOf(index, grid)))
      const expected = Array.from({ length: 100 }, (_, index) =>
        index === own ? look.own : index < own ? look.below : look.above,
      )
      expect(people({ top: 652, edge: 480 }, picture)).toEqual(expected)
      // The text beside the grid says how many that is. The margin stays empty.
      expect(picture.inkIn({ x: 604, y: 652, width: 392, height: 480 }, look.ground)).toBeGreaterThan(3000)
      expect(picture.inkIn({ x: 997, y: 0, width: 83, height: 1350 }, look.ground)).toBe(0)

      // The tall picture shows the same, is as high as a screen, and leaves its ends free.
      await page.getByRole('checkbox', { name: 'Висока, для сторіз' }).check()
      await expect(shown).toHaveAttribute('height', '1920')
      const comingTall = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Завантажити картинку' }).click()
      const tall = await readPicture(page, await bytesOf(await comingTall))
      expect([tall.width, tall.height]).toEqual([1080, 1920])
      expect(people({ top: 892, edge: 540 }, tall)).toEqual(expected)
      for (const y of [0, 1670]) expect(tall.inkIn({ x: 0, y, width: 1080, height: 250 }, look.ground)).toBe(0)
      await page.getByRole('checkbox', { name: 'Висока, для сторіз' }).uncheck()

      await page.getByRole('button', { name: 'Поділитися', exact: true }).click()
      await expect.poll(() => page.evaluate(() => (window as never as { shared: unknown[] }).shared.length)).toBe(1)
      const [shared] = await page.evaluate(() => (window as never as { shared: object[] }).shared)
      expect(shared).toMatchObject({ name: 'rezultat-iq.png', type: 'image/png' })
      expect((shared as { text: string }).text).toContain(rangeNamed(score))
    })
  })
}

test('a result whose score is withheld offers no picture, and no certificate @full', async ({ page, server }) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 3 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await expect(page.getByText('Оцінки IQ цього разу немає')).toBeVisible()
  await expect(page.getByText('3 з 30', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Поділитися|Сертифікат/ })).toHaveCount(0)
})

test('[S2.09] a person publishes a certificate, a stranger reads it without a script, its QR code leads to it, and the person revokes it @full', async ({
  page,
  server,
  browser,
}) => {
  const person = await signInAsNewcomer(page, server)
  const { purchaseId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
  await page.goto(`/logic/test-result/${purchaseId}`)
  await page.getByRole('button', { name: 'Сертифікат' }).click()
  const preview = page.getByRole('figure', { name: 'Так виглядатиме сертифікат' })
  await expect(preview).toContainText('Оксана Коваль')
  await expect(preview).toContainText(/IQ \d+/)
  await page.getByRole('button', { name: 'Видати сертифікат' }).click()
  await expect(page.getByText('Сертифікат чинний, його сторінка відкрита.')).toBeVisible()
  expect(await axeFaults(page, 'certificate-card')).toEqual([])
  const address = (await page.getByRole('link', { name: 'Переглянути сторінку' }).getAttribute('href'))!

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await plain.newPage()
  await stranger.goto(address)
  await expect(stranger.getByText('Перевірено · чинний')).toBeVisible()
  await expect(stranger.getByText('Оксана Коваль')).toBeVisible()
  await expect(stranger.locator('details p').getByText('без нагляду')).toBeHidden()
  await stranger.getByText('Що підписано і як перевірити').click()
  await expect(stranger.locator('details p').getByText('без нагляду')).toBeVisible()
  // The page has the interval on the curve, the way to the same test, and a preview with its own words and picture.
  await expect(stranger.locator('.curve .range')).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Скласти такий самий тест' })).toHaveAttribute(
    'href',
    '/test/logichnij.html',
  )
  const strangerPage = await stranger
    .locator('meta[property^="og:"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('content')).join('\n'))
  expect(strangerPage).toContain('Оксана Коваль. Сертифікат: Логічний тест IQ')
  expect(strangerPage).toMatch(/Оцінка IQ \d+, імовірний діапазон від \d+ до /)
  expect(strangerPage).toContain(address.replace(/\.html$/, '.1.png'))
  const code = stranger.getByRole('img', { name: /QR/ })
  const { width } = (await code.boundingBox())!
  expect(width).toBeGreaterThanOrEqual(180)
  // On paper the certificate is one sheet, with the address, and says that nobody supervised the exam.
  await stranger.emulateMedia({ media: 'print' })
  await expect(stranger.getByText(address, { exact: true })).toBeVisible()
  await expect(stranger.locator('.paper').getByText('без нагляду')).toBeVisible()
  await expect(stranger.locator('details')).toBeHidden()
  expect((await stranger.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await stranger.emulateMedia({ media: 'screen' })
  // In this window each square of the code covers whole pixels, as for a camera nearby.
  await stranger.setViewportSize({ width: 800, height: 1200 })
  // The code is to the right of the facts, where there is room.
  const facts = stranger.locator('.proof dl')
  expect((await code.boundingBox())!.x).toBeGreaterThan((await facts.boundingBox())!.x + 100)
  expect(await readCode(page, code)).toBe(address)
  // The page's policy allows its styles and the site's typeface.
  expect(
    await stranger.evaluate(() =>
      document.fonts.ready.then((all) => [...all].filter(({ status }) => status === 'loaded').length),
    ),
  ).toBeGreaterThanOrEqual(2)
  expect(await stranger.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)).toBe('640px')

  // The picture leads to the certificate as well if its owner wants that.
  await page.getByRole('button', { name: 'Поділитися результатом' }).click()
  const shown = page.getByRole('img', { name: /^Картинка з результатом/ })
  await expect(shown).toBeVisible()
  await expect(shown).not.toHaveAttribute('alt', /sertyfikat/)
  await page.getByRole('checkbox', { name: 'Додати QR-код сертифіката' }).check()
  await expect(page.getByText('там є ваше ім’я')).toBeVisible()
  await expect.poll(() => codeOnPicture(page)).toBe(address)

  await page.getByRole('button', { name: 'Сертифікат' }).click()
  await page.getByRole('button', { name: 'Відкликати сертифікат…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Відкликати', exact: true }).click()
  await expect(page.getByText('Сертифікат відкликано.', { exact: false })).toBeVisible()
  expect((await stranger.goto(address))!.status()).toBe(410)
  await expect(stranger.getByRole('heading', { name: 'Сертифікат відкликано' })).toBeVisible()
  await expect(stranger.getByText('Оксана Коваль')).toHaveCount(0)
  await plain.close()
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })
  test('[C.05] the page of purchases has a card for a certificate, and shows its QR code without a network too @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    const { attemptId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
    const { address } = (await person.put(`/api/certificate/${attemptId}/`, { open: true })).body
    const card = page.getByRole('region', { name: 'Мої сертифікати' }).getByRole('listitem')
    await page.goto('/purchases')
    await expect(card).toContainText('1-ша спроба')
    expect(await axeFaults(page, 'certificates')).toEqual([])
    await workerIsReady(page)
    await page.context().setOffline(true)
    await page.reload()
    await card.getByRole('button', { name: 'Показати QR-код' }).click()
    const code = page.getByRole('img', { name: 'QR-код з адресою сертифіката' })
    await expect(code).toBeInViewport({ ratio: 1 })
    expect(await readCode(page, code)).toBe(address)
    expect(await axeFaults(page, 'certificate-code')).toEqual([])
  })

  test('in a browser with the worker the server delivers a certificate’s page, and axe finds no fault in it @full', async ({
    page,
    server,
  }) => {
    const person = await signInAsNewcomer(page, server)
    const { purchaseId, attemptId } = await gradedExam(server, person, { isRight: (place) => place < 20 })
    const { address } = (await person.put(`/api/certificate/${attemptId}/`, { open: true })).body
    await page.goto(`/logic/test-result/${purchaseId}`)
    await workerIsReady(page)
    await page.goto(address)
    await expect(page.getByText('Перевірено · чинний')).toBeVisible()
    expect(await axeFaults(page, 'sertyfikat')).toEqual([])
    // The server closes the certificate immediately.
    await person.put(`/api/certificate/${attemptId}/`, { open: false })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Сертифікат відкликано' })).toBeVisible()
    expect(await axeFaults(page, 'sertyfikat-closed')).toEqual([])
  })
})
