import { expect as expectAtOnce, type Page } from '@playwright/test'
import { examPath, onServer } from '../support/exam-story.ts'
import type { Member } from './member.ts'

/** As patient as the stories are, also where no runner says so. */
const expect = expectAtOnce.configure({ timeout: 20_000 })

/** One view of the product: where it is, and what to press to see it. */
export interface Stop {
  name: string
  path: string | ((member: Member) => string)
  open?: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const openMenu = press('Відкрити меню')

/** Starts the exam or training, or goes on where an earlier stop has started it. */
async function sitDown(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: /^Почати (екзамен|тренування)$/ })
  const question = page.getByRole('heading', { name: /^Запитання/ })
  await expect(start.or(question)).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(question).toBeVisible()
}

/** Answers the question and waits until the answer has come to the server. */
async function answer(page: Page): Promise<void> {
  await sitDown(page)
  await page.getByRole('radio').nth(1).check()
  await expect(page.getByText(onServer).first()).toBeVisible()
}

/** What a guest can see: every public page, the guest pages and the modals that are open to all. */
export const guestStops: readonly Stop[] = [
  { name: 'landing', path: '/' },
  { name: 'examples', path: '/examples' },
  { name: 'modal-example', path: '/examples', open: press(/Пояснення|Розібрати|Показати/) },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset-email', path: '/reset-password/email' },
  { name: 'reset-sent', path: '/reset-password/check-email' },
  { name: 'reset-link-that-ran-out', path: '/reset-password/abc/def' },
  { name: 'sign-in-link-of-another-browser', path: '/auth-callback?state=abc&code=def' },
  { name: 'modal-newsletter', path: '/register', open: press('розсилки') },
  { name: 'modal-contact', path: '/examples', open: press('Написати нам') },
  { name: 'menu-guest', path: '/examples', open: openMenu },
  { name: 'modal-disclaimer', path: '/examples', open: press(/Відмова|відповідальн/) },
  { name: 'modal-privacy', path: '/examples', open: press(/олітика конфіденційності/) },
  { name: 'modal-offer', path: '/examples', open: press(/оферт/) },
]

/** What a signed-in person can see. */
export const memberStops: readonly Stop[] = [
  { name: 'profile', path: '/profile' },
  { name: 'notifications', path: '/notifications' },
  { name: 'purchases', path: '/purchases' },
  { name: 'achievements', path: '/achievements' },
  { name: 'faq', path: '/faq' },
  { name: 'tests', path: '/tests' },
  { name: 'test', path: '/tests/abstraktnij' },
  { name: 'modal-test-details', path: '/tests/verbalnij', open: press('Детальна інформація про тест') },
  { name: 'result', path: ({ taken }) => `/verbal/test-result/${taken}` },
  { name: 'training-question', path: ({ taken }) => `/learning/1/${taken}`, open: sitDown },
  { name: 'exam-intro', path: ({ untaken }) => examPath(untaken) },
  { name: 'exam-question', path: ({ untaken }) => examPath(untaken), open: sitDown },
  { name: 'exam-answered', path: ({ untaken }) => examPath(untaken), open: answer },
  {
    name: 'modal-submit',
    path: ({ untaken }) => examPath(untaken),
    open: async (page) => {
      await sitDown(page)
      await press(/^Здати( екзамен)?$/)(page)
    },
  },
  { name: 'modal-change-password', path: '/profile', open: press('Змінити пароль') },
  { name: 'modal-delete-account', path: '/profile', open: press('Видалити обліковий запис') },
  { name: 'modal-notification', path: '/notifications', open: press(/Тест відкрито/) },
  { name: 'training-intro', path: ({ untaken }) => `/learning/1/${untaken}` },
  {
    name: 'training-result',
    path: ({ taken, training }) => `/verbal/test-result/${taken}?attempt=${training}`,
  },
  { name: 'menu', path: '/profile', open: openMenu },
]

/** What somebody sees who has just registered: nothing is there yet, and the address is not confirmed. */
export const newcomerStops: readonly Stop[] = [
  { name: 'notifications-empty', path: '/notifications' },
  { name: 'purchases-empty', path: '/purchases' },
]

/** Goes to a stop and waits until it shows what it has to show. */
export async function visit(page: Page, origin: string, stop: Stop, member?: Member): Promise<void> {
  const path = typeof stop.path === 'string' ? stop.path : stop.path(member!)
  await page.goto(origin + path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText('Завантаження...')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Сторінка не відкрилася' })).toHaveCount(0)
  await stop.open?.(page)
  if (stop.name.startsWith('modal') || stop.name.startsWith('menu')) {
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('Завантаження...')).toHaveCount(0)
  }
}
