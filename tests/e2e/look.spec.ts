import type { Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '../../server/db/schema/accounts.ts'
import { expect, test } from '../support/browser-test.ts'
import { signInContext } from '../support/exam-story.ts'
import { openGallery } from '../support/gallery.ts'
import { newcomer } from '../support/person.ts'
import { signInAsNewcomer } from '../support/sign-in.ts'
import { sizeOf } from '../support/size-of.ts'
import { ringContrast } from '../support/ring-contrast.ts'

const sizes = {
  narrow: { h1: '48px', h2: '40px', h3: '34px', h4: '26px', subtitle1: '22px', subtitle2: '19px' },
  wide: { h1: '64px', h2: '56px', h3: '48px', h4: '40px', subtitle1: '32px', subtitle2: '22px' },
}
const texts = { large: '18px', medium: '16px', small: '14px' }

const lookOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, borderColor, outline, color, cursor } = getComputedStyle(element)
    return [backgroundColor, borderColor, outline, color, cursor].join('; ')
  })

test.describe('the gallery of pieces', () => {
  test('[S2.22] [S2.30] [S2.31] [S2.33] [S2.34] [S9.04] [S9.06] [S9.07] text, buttons, fields, checkboxes and modals in the gallery have the measures of the specification @full', async ({
    page,
  }) => {
    const gallery = await openGallery(page)
    const state = (name: string) => page.locator(`code:text-is("${name}") + *`).first()
    const button = (variant: string, name: string) =>
      page.locator(`code:text-is('variant="${variant}"') + *`).getByRole('button', { name, exact: true })

    await test.step('nine sizes of text in two sets', async () => {
      for (const [set, width] of [
        ['narrow', 1024],
        ['wide', 1025],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        for (const [name, size] of Object.entries({ ...sizes[set], ...texts })) {
          await expect(state(name), `${name} at ${width}`).toHaveCSS('font-size', size)
        }
      }
    })

    await test.step('buttons: five looks of each state, three heights, room that grows at 768 px, the whole width', async () => {
      const variants = ['primary', 'border', 'secondary', 'tertiary', 'link']
      const looks = await Promise.all(variants.map((variant) => lookOf(button(variant, 'medium'))))
      expect(new Set(looks).size).toBe(variants.length)
      for (const variant of variants) {
        const states = ['medium', 'hover', 'focus', 'disabled'].map((name) => lookOf(button(variant, name)))
        expect(new Set(await Promise.all(states)).size, variant).toBe(4)
        for (const [name, height] of Object.entries({ small: 48, medium: 42, large: 54 })) {
          expect((await sizeOf(button(variant, name))).height, `${variant} ${name}`).toBe(height)
        }
      }
      for (const [width, padding] of [
        [767, '18px'],
        [768, '24px'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await expect(button('primary', 'medium')).toHaveCSS('padding-left', padding)
        await expect(button('primary', 'medium')).toHaveCSS('padding-right', padding)
      }
      const full = state('fullWidth')
      const column = await full.evaluate((element) => element.parentElement!.clientWidth)
      expect((await sizeOf(full)).width).toBe(column)
      expect((await sizeOf(button('primary', 'medium'))).width).toBeLessThan(column)
    })

    await test.step('fields: six states that differ, and the message of the wrong one', async () => {
      for (const [piece, names] of [
        ['input', ['default', 'hover', 'focus', 'disabled', 'error', 'isRight']],
        ['textarea', ['', ' hover', ' focus', ' disabled', ' error', ' isRight'].map((name) => `multiline${name}`)],
      ] as const) {
        const looks = await Promise.all(names.map((name) => lookOf(state(name).locator(piece))))
        expect(new Set(looks).size, piece).toBe(6)
      }
      await expect(state('error').getByRole('textbox')).toHaveAccessibleDescription(/корректный email/)
      const field = state('default').getByRole('textbox')
      const [still, shownHover, shownFocus] = await Promise.all(
        ['default', 'hover', 'focus'].map((name) => lookOf(state(name).getByRole('textbox'))),
      )
      // The gallery shows the same looks as a real pointer and keyboard.
      await field.hover()
      await expect.poll(() => lookOf(field)).toBe(shownHover)
      await page.mouse.move(0, 0)
      await field.focus()
      await expect.poll(() => lookOf(field)).toBe(shownFocus)
      await field.blur()
      await expect.poll(() => lookOf(field)).toBe(still)
    })

    await test.step('a checkbox, square and round: 24 px to press, a box of 16 px in it', async () => {
      for (const [shape, isRound] of [
        ['square', false],
        ['round', true],
      ] as const) {
        const box = page.locator(`code:text-is('shape="${shape}"') ~ *`).getByRole('checkbox').first()
        expect(await sizeOf(box)).toEqual({ width: 24, height: 24 })
        const drawn = await box.evaluate((element) => {
          const { width, height, borderTopLeftRadius } = getComputedStyle(element, '::before')
          return [width, height, borderTopLeftRadius === '50%']
        })
        expect(drawn).toEqual(['16px', '16px', isRound])
      }
    })

    await test.step('modals: the width and height they were given, at most 95vw by 90vh', async () => {
      const dialog = page.getByRole('dialog')
      const given = { 'contactModal 800 × 500': [800, 500], 'testDetails 900 × 600': [900, 600] }
      for (const [name, [width, height]] of Object.entries(given)) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.locator(`code:text-is("${name}") ~ button`).click()
        expect(await sizeOf(dialog)).toEqual({ width, height })
        await page.setViewportSize({ width: 400, height: 400 })
        expect(await sizeOf(dialog)).toEqual({ width: 380, height: 360 })
        await dialog.getByRole('button', { name: 'Зрозуміло' }).click()
        await expect(dialog).toHaveCount(0)
      }
    })
    await gallery.close()
  })
})

test.describe('the look', () => {
  test('[S2.34] [S9.07] headings of the landing page take the narrow set of sizes up to 1024 px and the wide set above', async ({
    page,
  }) => {
    await page.goto('/')
    for (const [set, width] of [
      ['narrow', 1024],
      ['wide', 1025],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', sizes[set].h1)
      for (const [at, name] of [
        ['#tests-title', 'h3'],
        ['#seller-title', 'h4'],
        ['#tests h3 >> nth=0', 'subtitle2'],
      ] as const) {
        await expect(page.locator(at), name).toHaveCSS('font-size', sizes[set][name])
      }
    }
  })

  test('[S9.06] [S9.08] a button has the height and the motion of the specification', async ({ page }) => {
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Увійти' })
    expect((await sizeOf(button)).height).toBe(54)
    expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0\.15s/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0s/)
    const box = page.getByRole('checkbox')
    expect(await sizeOf(box)).toEqual({ width: 24, height: 24 })
  })

  test('the focus ring has a contrast of at least 3 in both colour schemes, also on the faulty field of a failed submit', async ({
    page,
  }) => {
    await page.goto('/login')
    const email = page.getByLabel('Електронна пошта')
    // Before the page is hydrated the button is dead, and Enter with it.
    await expect(page.getByRole('button', { name: 'Увійти' })).toBeEnabled()
    await email.press('Enter')
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const control of [email, page.getByLabel('Пароль', { exact: true }), page.getByRole('checkbox')]) {
        await control.focus()
        expect(await ringContrast(control), `${colorScheme}: ${control}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('no page is wider than its window from 360 px upwards @full', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    for (const path of ['/', '/examples', '/tests', '/tests/verbalnij', '/purchases', '/profile', '/faq']) {
      await page.goto(path)
      await expect(page.getByText('Завантаження...')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [360, 768, 1024, 1025, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
})

test.describe('room for fingers and letters', () => {
  test('the page follows a larger text size of the browser', async ({ page }) => {
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Увійти' })
    await expect(button).toHaveCSS('font-size', '18px')
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
    await expect(button).toHaveCSS('font-size', '27px')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', /^(51|72)px$/)
  })

  test('a button with two lines keeps its words off its border, footer links are at least 44 px high, and a checkbox takes presses on its whole line', async ({
    page,
    server,
  }) => {
    await signInAsNewcomer(page, server)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/profile?settings')
    const long = page.getByRole('button', { name: 'Завершити сеанси на всіх пристроях' })
    await expect(long).toBeVisible()
    const room = await long.evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
      return Math.min(inner.top - outer.top, outer.bottom - inner.bottom)
    })
    expect(room).toBeGreaterThanOrEqual(6)
    const links = page.getByRole('contentinfo').locator('a, button')
    expect(await links.count()).toBeGreaterThan(5)
    const low = await links.evaluateAll((all) =>
      all.filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.textContent),
    )
    expect(low).toEqual([])
    // A checkbox's label can be pressed along its whole line, above and below its letters.
    const box = page.getByRole('checkbox').first()
    await box.scrollIntoViewIfNeeded()
    const { y, height, x } = (await box.boundingBox())!
    await page.mouse.click(x + 90, y + height / 2 - 18)
    await expect(box).toBeChecked()
  })

  test('a dialog gives its title the focus, and its content is a Tab stop only if it scrolls', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/examples')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Договір оферти' }).click()
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expect(dialog.getByRole('region')).toHaveAttribute('tabindex', '0')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.setViewportSize({ width: 1280, height: 1200 })
    await page.getByRole('button', { name: 'Написати нам' }).click()
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(dialog.getByRole('region')).toHaveCount(0)
  })

  test('in a wide window the cabinet takes the page’s whole width @full', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/profile?settings')
    const [own, data] = ['Про вас', 'Ваші дані'].map((name) => page.getByRole('region', { name, exact: true }))
    const [left, right] = [(await own!.boundingBox())!, (await data!.boundingBox())!]
    expect(right.x).toBeGreaterThan(left.x + left.width)
    expect(right.x + right.width).toBeGreaterThan(1300)
  })
})

test.describe('words that have room', () => {
  test('the verdict on the first example stays within its card on a phone @full', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Спробуйте просто зараз' })
    await card.getByRole('radio').first().check()
    await card.getByRole('button', { name: 'Перевірити' }).click()
    await expect(card.getByText('правильна', { exact: true })).toHaveCount(1)
    const outside = await card.locator('label:has(svg)').evaluateAll((labels) =>
      labels.flatMap((label) => {
        const { left, right } = label.getBoundingClientRect()
        const parts = [...label.querySelectorAll('span')].filter((each) => each.clientWidth > 1)
        return parts
          .filter((each) => each.getBoundingClientRect().left < left || each.getBoundingClientRect().right > right)
          .map((each) => each.textContent)
      }),
    )
    expect(outside).toEqual([])
  })

  test('the shop shows the first test’s name without scrolling on a small phone @full', async ({ page, server }) => {
    await signInAsNewcomer(page, server)
    await page.setViewportSize({ width: 390, height: 664 })
    await page.goto('/tests')
    const cards = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
    await expect(cards.first()).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the header shows a long first name whole in windows from 360 to 1440 px @full', async ({ page, server }) => {
    const person = await newcomer(server)
    const { db } = server.services
    await db.update(users).set({ firstName: 'Олександра-Вікторія' }).where(eq(users.id, person.userId!))
    await signInContext(page.context(), person)
    await page.goto('/notifications')
    const name = page.getByRole('banner').getByRole('link', { name: 'Олександра-Вікторія' })
    await expect(name).toBeVisible()
    for (const width of [1440, 1025, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const cut = await name.evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(cut, `at ${width}`).toBeLessThanOrEqual(0)
    }
  })
})
