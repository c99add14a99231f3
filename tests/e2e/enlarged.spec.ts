import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { signInContext } from '../support/exam-story.ts'
import { makeMember, type Member, sitAgain } from '../tour/member.ts'
import { guestStops, memberStops, type Stop } from '../tour/stops.ts'
import { visit } from '../tour/visit.ts'

// A window of 1280 px enlarged to 200 %, with forced colours and reduced motion.
test.use({
  viewport: { width: 640, height: 512 },
  deviceScaleFactor: 2,
  isMobile: false,
  hasTouch: false,
  forcedColors: 'active',
  colorScheme: 'dark',
  reducedMotion: 'reduce',
})
test.beforeEach(() => {
  test.skip(test.info().project.name !== 'phone', 'the windows are its own: once is enough')
})

// Some sixty views in four widths: two minutes alone, and several while other stories run.
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

const kinds = [
  'landing',
  'login',
  'register',
  'modal-contact',
  'tests',
  'test',
  'purchases',
  'training-question',
  'exam-question',
  'modal-submit',
  'training-result',
  'result',
  'menu',
]
/** CSS pixels: 200 %; a small phone; what WCAG 1.4.10 asks for (1280 px at 400 %). */
const widths = [640, 360, 320]

for (const { of, isSeen } of [
  { of: 'each kind of view @full', isSeen: ({ name }: Stop) => kinds.includes(name) },
  { of: 'every view @full', isSeen: ({ name }: Stop) => !kinds.includes(name) },
]) {
  test(`pages at 200 % and down to 320 px cut off no text, overflow no window and play no animation: ${of}`, async ({
    page,
    server,
  }) => {
    const faults: string[] = []
    for (const stop of guestStops.filter(isSeen)) faults.push(...(await faultsEnlarged(page, server.origin, stop)))
    const member = await makeMember(server)
    await sitAgain(server, member)
    await signInContext(page.context(), member.person)
    for (const stop of memberStops.filter(isSeen)) {
      faults.push(...(await faultsEnlarged(page, server.origin, stop, member)))
    }
    expect(faults).toEqual([])
  })
}

test('in forced colours chosen options and answered or flagged questions look different without the site’s own colours @full', async ({
  page,
  server,
}) => {
  await visitExamQuestion(page, server)
  const cell = page.getByRole('button', { name: /^1, / })
  const fill = (of = cell) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
  const border = () =>
    page
      .locator('label:has(input)')
      .first()
      .evaluate((element) => getComputedStyle(element).borderTopWidth)

  const before = { fill: await fill(), border: await border() }
  await page.getByRole('radio').first().check()
  await expect(cell).toHaveAccessibleName(/є відповідь/)
  expect(await fill()).not.toBe(before.fill)
  expect(await border()).not.toBe(before.border)
  const flag = () => cell.evaluate((element) => getComputedStyle(element, '::after'))
  expect((await flag()).content).toBe('none')
  await page.getByRole('button', { name: 'Позначити запитання' }).click()
  await expect(cell).toHaveAccessibleName(/позначено/)
  expect((await flag()).content).toBe('""')
  expect((await flag()).backgroundColor).not.toBe(await fill())

  await page.goto('/tests')
  const types = page.locator('label:has(input[type=radio])')
  await expect(types.first()).toBeVisible()
  const fills = await types.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
  expect(new Set(fills).size).toBe(2)
})

test('an exam takes a browser’s default font size of 24 or 32 px, and no text in it is cut off or covers another @full', async ({
  page,
  server,
}) => {
  await visitExamQuestion(page, server)
  const browser = await page.context().newCDPSession(page)
  const letters = () =>
    page.locator('[id^="prompt-"]').evaluate((prompt) => Number.parseFloat(getComputedStyle(prompt).fontSize))
  const faults: string[] = []
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const standard of [24, 32]) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } })
      expect(await letters(), `at ${width} px, a browser's ${standard} px`).toBeGreaterThanOrEqual(standard)
      // An ellipsis is no fault elsewhere; here it would hide the question's number.
      const heading = page.getByRole('heading', { level: 1 })
      expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(2)
      const found = [
        ...(await overflow(page)),
        ...(await page.evaluate(clippedTexts)),
        ...(await page.evaluate(overlaps)),
      ]
      faults.push(...found.map((fault) => `at ${width} px, letters of ${standard} px: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

async function visitExamQuestion(page: Page, server: TestServer): Promise<void> {
  const member = await makeMember(server)
  await signInContext(page.context(), member.person)
  await visit(page, server.origin, memberStops.find(({ name }) => name === 'exam-question')!, member)
}

/** Everything cut off, pushed out or moving at a stop, one line a fault. */
async function faultsEnlarged(page: Page, origin: string, stop: Stop, member?: Member): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ width: 640, height: 512 })
  await visit(page, origin, stop, member)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 512 })
    faults.push(...(await overflow(page)).map((fault) => `${stop.name} at ${width}: ${fault}`))
  }
  // Text alone twice as large, in a window of its own width.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(doubleText)
  faults.push(...(await overflow(page)).map((fault) => `${stop.name}, text at 200 %: ${fault}`))
  faults.push(...(await page.evaluate(clippedTexts)).map((fault) => `${stop.name}, text at 200 %, cut off: ${fault}`))
  faults.push(...(await page.evaluate(motions)).map((fault) => `${stop.name} moves: ${fault}`))
  return faults
}

/** The outermost elements that make the page (or an open dialog) wider than its window. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const inDialog = [...document.querySelectorAll('dialog[open], dialog[open] *')]
    const scrollers = inDialog.filter((each) => /^(auto|scroll)$/.test(getComputedStyle(each).overflowX))
    const wide = [document.documentElement, ...scrollers].filter((each) => each.scrollWidth > each.clientWidth + 1)
    if (wide.length === 0) return []
    const culprits = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > width + 1,
    )
    return (culprits.length > 0 ? culprits : wide)
      .slice(0, 3)
      .map((each) => `${each.tagName.toLowerCase()} "${each.textContent?.trim().slice(0, 40)}" ${each.className}`)
  })
}

/** Doubles every font size and nothing else, as a browser's text zoom does. */
function doubleText(): void {
  const { style } = document.documentElement
  const sizes = ['h1', 'h2', 'h3', 'h4', 'subtitle1', 'subtitle2', 'large', 'medium', 'small']
  for (const name of sizes) {
    const size = getComputedStyle(document.documentElement).getPropertyValue(`--size-${name}`)
    style.setProperty(`--size-${name}`, `${2 * 16 * Number.parseFloat(size)}px`)
  }
}

/**
 * Texts larger than the element that hides their rest. Leaves out texts for screen readers alone, and titles with an ellipsis.
 */
function clippedTexts(): string[] {
  const isHiding = ({ overflowX, overflowY, textOverflow }: CSSStyleDeclaration) =>
    textOverflow !== 'ellipsis' && [overflowX, overflowY].some((overflow) => /hidden|clip/.test(overflow))
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((each) => each.innerText?.trim() && each.clientWidth > 1 && isHiding(getComputedStyle(each)))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => `${each.tagName.toLowerCase()} "${each.innerText.trim().slice(0, 40)}" ${each.className}`)
}

/** Parts of an exam's bar, question and foot that cover a neighbour. */
function overlaps(): string[] {
  const groups = [
    // The button to all questions covers the words that it is about.
    'h1, h1 ~ *, :has(> h1) > :not([aria-haspopup])',
    'section > p, section > div, fieldset label',
    '[data-saving], [data-saving] ~ *, [aria-pressed], :has(> [aria-pressed]) > *',
  ]
  return groups.flatMap((group) => {
    const parts = [...document.querySelectorAll<HTMLElement>(`main :is(${group})`)].filter(
      (part) => part.clientWidth > 1,
    )
    return parts.flatMap((part, index) =>
      parts.slice(index + 1).flatMap((other) => {
        if (part.contains(other) || other.contains(part)) return []
        const [one, two] = [part.getBoundingClientRect(), other.getBoundingClientRect()]
        const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left)
        const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
        return wide > 1 && high > 1 ? [`«${part.innerText.slice(0, 20)}» over «${other.innerText.slice(0, 20)}»`] : []
      }),
    )
  })
}

/** Animations that run although the person asked for reduced motion. */
function motions(): string[] {
  return document
    .getAnimations()
    .filter((animation) => animation.playState === 'running')
    .map(({ effect }) => (effect instanceof KeyframeEffect ? String(effect.target?.className) : 'something'))
}
