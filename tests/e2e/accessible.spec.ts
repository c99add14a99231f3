import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test } from '../support/browser-test.ts'
import { signInContext } from '../support/exam-story.ts'
import { newcomer } from '../support/person.ts'
import { wordsOverOthers } from '../support/words-apart.ts'
import { makeMember, sitAgain } from '../tour/member.ts'
import { guestStops, memberStops, newcomerStops } from '../tour/stops.ts'
import { visit } from '../tour/visit.ts'

const looks = [
  { title: 'on a narrow phone, light', width: 360, widths: [360, 390, 768], colorScheme: 'light' },
  { title: 'on a desktop, dark @full', width: 1440, widths: [1025, 1440], colorScheme: 'dark' },
] as const

for (const { title, width, widths, colorScheme } of looks) {
  test.describe(title, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    // Some fifty views: a minute or two alone, and many with other stories on a slow machine.
    test.describe.configure({ mode: 'parallel', timeout: 900_000 })

    /** Faults that axe finds in a view, and its words that cover others. */
    const faultsOf = async (page: Page, name: string) => [
      ...(await axeFaults(page, name)),
      ...(await wordsOverOthers(page, widths)).map((pair) => `${name}: ${pair}`),
    ]

    test('axe finds no fault in the views of a guest and a newcomer, and no text covers other text @full', async ({
      page,
      server,
    }) => {
      const faults: string[] = []
      for (const stop of guestStops) {
        await visit(page, server.origin, stop)
        faults.push(...(await faultsOf(page, stop.name)))
      }
      await signInContext(page.context(), await newcomer(server))
      for (const stop of newcomerStops) {
        await visit(page, server.origin, stop)
        // Pages of things on sale have no frame (S2.01), and so no banner.
        const banner = page.getByRole('complementary', { name: 'Підтвердження адреси' })
        const isOnSale = typeof stop.path === 'string' && /^\/(tests|bundles)\b/.test(stop.path)
        if (!isOnSale) await expect(banner).toBeVisible()
        faults.push(...(await faultsOf(page, stop.name)))
      }
      expect(faults).toEqual([])
    })

    test('axe finds no fault in the views of a signed-in person, and no text covers other text @full', async ({
      page,
      server,
    }) => {
      const member = await makeMember(server)
      await sitAgain(server, member)
      await signInContext(page.context(), member.person)
      const faults: string[] = []
      for (const stop of memberStops) {
        await visit(page, server.origin, stop, member)
        faults.push(...(await faultsOf(page, stop.name)))
      }
      expect(faults).toEqual([])
    })
  })
}

test.describe('on a narrow phone, dark', () => {
  test.use({ viewport: { width: 360, height: 800 }, colorScheme: 'dark', reducedMotion: 'reduce' })

  // People see the landing page first, and take exams on the page of a question. The long tests check all other views.
  test('axe finds no fault in the landing page and in a question of an exam', async ({ page, server }) => {
    const member = await makeMember(server)
    const faults: string[] = []
    const [landing] = guestStops
    await visit(page, server.origin, landing!)
    faults.push(...(await axeFaults(page, landing!.name)))
    await signInContext(page.context(), member.person)
    const question = memberStops.find(({ name }) => name === 'exam-question')!
    await visit(page, server.origin, question, member)
    faults.push(...(await axeFaults(page, question.name)))
    expect(faults).toEqual([])
  })
})

test('the overlap check reports text over text at the width with the overlap, and ignores folded text, cut-off text and a sticky bar', async ({
  page,
}) => {
  await page.setContent(`<style>
    p { margin: 0; width: 300px; font: 16px/1.5 serif }
    .up { margin-top: -16px } @media (width > 500px) { .up { margin-top: 0 } }
    .bar { position: sticky; top: 0; background: white } .low { margin-top: -24px }
    .cut { width: 80px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  </style>
  <p>Одне слово</p><p class="up">Друге слово</p>
  <p class="bar">Смуга</p><p class="low">Під смугою</p>
  <details><summary>Питання</summary><p>Довга відповідь</p></details><p>Наступне</p><p class="cut">Дуже довга назва тесту</p>`)
  expect(await wordsOverOthers(page, [360, 768])).toEqual(['360: «Одне слово» over «Друге слово»'])
})
