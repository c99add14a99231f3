import type { Page } from '@playwright/test'
import { examPath } from '../support/exam-story.ts'
import {
  answer,
  answerSix,
  answerElsewhere,
  answerUnheard,
  askToSubmit,
  askToLeave,
  building,
  expect,
  failToOpen,
  findInAnotherTab,
  findTyped,
  followDeadLink,
  submitUnheard,
  inviteToInstall,
  inviteToInstallByHand,
  learn,
  logOutWithAnswers,
  loseNetwork,
  loseSession,
  losesAnswers,
  openMenu,
  practise,
  press,
  refusesToOpen,
  refusesWork,
  replies,
  seeAllQuestions,
  seeChoice,
  seeDeadLink,
  sees,
  sitDown,
  solveExample,
  startInto,
  unfoldFilters,
  waitForDeviceCheck,
} from './acts.ts'
import type { Member } from './member.ts'

/** One view of the product: its address, the replies there, and the presses that lead to it. */
export interface Stop {
  name: string
  path: string | ((member: Member) => string)
  /** Sets replies that a healthy server would not give. They hold until the next stop. */
  before?: (page: Page) => Promise<unknown>
  open?: (page: Page, member?: Member) => Promise<void>
}

const certificate = {
  attempt_id: 'a1',
  address: 'https://iq.example/sertyfikat/AbCdEfGhIjKlMnOpQrStUv.html',
  issued_at: '2026-11-26T10:00:00.000Z',
  taken_at: '2026-11-25T10:00:00.000Z',
  test: 'Логічний тест IQ',
  name: 'Оксана Коваль',
  iq: '118',
  interval: 'від 93 до понад 130',
  which: '2-га спроба',
}
const order = {
  purchase_id: 'o1',
  test_id: 't1',
  purchase_card_title: 'Логічний тест IQ',
  price: 199_00,
  currency: 'UAH',
}

export const guestStops: readonly Stop[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-trial', path: '/?trial', open: sees('heading', 'Запитання 1 з 6') },
  { name: 'landing-trial-end', path: '/?trial', open: answerSix },
  { name: 'examples', path: '/examples' },
  { name: 'modal-example', path: '/examples', open: press('Розв’язати') },
  { name: 'modal-example-solved', path: '/examples', open: solveExample },
  { name: 'public-test', path: '/test/logichnij.html' },
  { name: 'public-bundle', path: '/bundle/usi-try.html' },
  { name: 'public-questions', path: '/pytannia.html' },
  { name: 'public-test-that-is-not-there', path: '/test/nemaie-takoho.html' },
  { name: 'login', path: '/login' },
  { name: 'login-by-link', path: '/login?by=link' },
  { name: 'register', path: '/register' },
  { name: 'reset-email', path: '/reset-password/email' },
  { name: 'reset-sent', path: '/reset-password/check-email' },
  {
    name: 'reset-password',
    path: '/reset-password/abc/def',
    before: replies('**/api/auth/password/reset/check/', {}),
  },
  { name: 'reset-link-that-ran-out', path: '/reset-password/abc/def', open: seeDeadLink },
  { name: 'sign-in-link-of-another-browser', path: '/auth-callback?state=abc&code=def' },
  { name: 'verify-email', path: '/verify-email/abc/def' },
  { name: 'confirm-email', path: '/confirm-email/abc/def', open: followDeadLink },
  { name: 'keep-account', path: '/keep-account/abc/def' },
  { name: 'page-that-failed', path: '/login', open: failToOpen },
  { name: 'modal-newsletter', path: '/register', open: press('розсилки') },
  { name: 'modal-contact', path: '/examples', open: press('Написати нам') },
  { name: 'menu-guest', path: '/examples', open: openMenu },
  { name: 'modal-disclaimer', path: '/examples', open: press(/^Застереження щодо результатів/) },
  { name: 'modal-privacy', path: '/examples', open: press(/олітика конфіденційності/) },
  { name: 'modal-offer', path: '/examples', open: press(/оферт/) },
]

export const memberStops: readonly Stop[] = [
  { name: 'profile', path: '/profile', open: sees('heading', 'Останній результат') },
  { name: 'settings', path: '/profile?settings', open: sees('heading', 'Про вас') },
  { name: 'notifications', path: '/notifications' },
  { name: 'purchases', path: '/purchases' },
  { name: 'achievements', path: '/achievements' },
  { name: 'faq', path: '/faq' },
  { name: 'tests', path: '/tests' },
  { name: 'test-that-is-not-there', path: '/tests/nemaie-takoho' },
  { name: 'test', path: '/tests/abstraktnij' },
  { name: 'modal-test-details', path: '/tests', open: press('Докладніше про тест «Вербальний тест IQ»') },
  { name: 'result', path: ({ taken }) => `/verbal/test-result/${taken}` },
  {
    name: 'result-picture',
    path: ({ taken }) => `/verbal/test-result/${taken}`,
    open: press('Поділитися результатом'),
  },
  { name: 'result-certificate', path: ({ taken }) => `/verbal/test-result/${taken}`, open: press('Сертифікат') },
  {
    name: 'result-with-late-answers',
    path: ({ taken, answeredLate }) => `/verbal/test-result/${taken}?attempt=${answeredLate}`,
    open: (page) => page.getByText('Відповіді, що надійшли після завершення').click(),
  },
  {
    name: 'result-in-work',
    path: ({ taken }) => `/verbal/test-result/${taken}`,
    before: replies('**/api/exam-results-status/**', { status: 'processing' }),
    open: (page) => expect(page.getByRole('heading', { name: 'Рахуємо результат' })).toBeVisible(),
  },
  { name: 'training-question', path: ({ taken }) => `/learning/1/${taken}?pace=exam`, open: sitDown },
  { name: 'exam-intro', path: ({ untaken }) => examPath(untaken), open: waitForDeviceCheck },
  { name: 'exam-question', path: ({ untaken }) => examPath(untaken), open: sitDown },
  { name: 'exam-answered', path: ({ untaken }) => examPath(untaken), open: answer },
  { name: 'exam-all-questions', path: ({ untaken }) => examPath(untaken), open: seeAllQuestions },
  { name: 'modal-submit', path: ({ untaken }) => examPath(untaken), open: askToSubmit },
  { name: 'home-exam-runs', path: '/profile', open: sees('heading', 'Екзамен триває') },
  { name: 'exam-runs-strip', path: '/achievements', open: sees('complementary', 'Екзамен триває') },
  { name: 'modal-change-password', path: '/profile?settings', open: press('Змінити пароль') },
  { name: 'modal-delete-account', path: '/profile?settings', open: press('Видалити обліковий запис') },
  { name: 'modal-notification', path: '/notifications', open: press(/Тест відкрито/) },
  { name: 'training-intro', path: ({ untaken }) => `/learning/1/${untaken}` },
  { name: 'training-choice', path: ({ free }) => `/learning/1/${free}?pace=one-by-one`, open: seeChoice },
  { name: 'practice-task', path: ({ free }) => `/learning/1/${free}?pace=one-by-one`, open: practise },
  { name: 'practice-verdict', path: ({ free }) => `/learning/1/${free}?pace=one-by-one`, open: learn },
  {
    name: 'training-result',
    path: ({ free, training }) => `/math/test-result/${free}?attempt=${training}`,
  },
  { name: 'menu', path: '/profile', open: openMenu },
  { name: 'modal-end-sessions', path: '/profile?settings', open: press('Завершити сеанси на всіх пристроях') },
  {
    name: 'order-that-failed',
    path: '/purchases?order=o1',
    before: replies('**/api/purchases/o1/', {
      ...order,
      status: 'failed',
      test_slug: 'logichnij',
      can_pay_again: true,
    }),
    open: sees('button', 'Спробувати оплатити ще раз'),
  },
  {
    name: 'certificate-code',
    path: '/purchases',
    before: replies('**/api/certificates/', { results: [certificate] }),
    open: press('Показати QR-код'),
  },
  { name: 'purchases-without-network', path: '/purchases', open: loseNetwork },
  { name: 'invitation-to-install', path: '/achievements', open: inviteToInstall },
  { name: 'invitation-to-install-by-hand', path: '/achievements', open: inviteToInstallByHand },
  {
    name: 'exam-building',
    path: ({ free }) => examPath(free),
    before: building({ status: 'building', progress: 40 }),
    open: async (page) => {
      await startInto('Добираємо запитання саме для вас')(page)
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
  },
  {
    name: 'exam-that-failed',
    path: ({ free }) => examPath(free),
    before: building({ status: 'error' }),
    open: startInto('Екзамен не відбувся'),
  },
  {
    name: 'exam-without-attempt',
    path: ({ free }) => examPath(free),
    before: refusesToOpen,
    open: startInto('Відкритого екзамену немає'),
  },
  { name: 'exam-in-another-tab', path: ({ taken }) => examPath(taken), open: findInAnotherTab },
  {
    name: 'modal-leave-exam',
    path: ({ untaken }) => examPath(untaken),
    open: askToLeave,
  },
  { name: 'exam-without-network', path: ({ untaken }) => examPath(untaken), before: losesAnswers, open: answerUnheard },
  { name: 'exam-two-answers', path: ({ untaken }) => examPath(untaken), open: answerElsewhere },
  { name: 'exam-handed-in', path: ({ untaken }) => examPath(untaken), before: losesAnswers, open: submitUnheard },
  { name: 'modal-unsent', path: '/faq', before: losesAnswers, open: logOutWithAnswers },
  {
    name: 'exam-refused',
    path: ({ untaken }) => examPath(untaken),
    before: refusesWork,
    open: (page) => expect(page.getByRole('button', { name: 'Почати новий екзамен' })).toBeVisible(),
  },
  { name: 'typed-answer', path: ({ free }) => `/learning/1/${free}?pace=exam`, open: findTyped },
  // The last stop, because it ends the session.
  { name: 'modal-sign-in-again', path: ({ free }) => `/learning/1/${free}?pace=exam`, open: loseSession },
]

/** Views of a person who has just registered: everything is empty, and the address is not confirmed. */
export const newcomerStops: readonly Stop[] = [
  { name: 'home-first-step', path: '/profile', open: sees('link', 'Спробувати: Логічний тест: проба') },
  { name: 'tests-with-bundle', path: '/tests', open: unfoldFilters },
  { name: 'bundle', path: '/bundles/usi-try' },
  { name: 'notifications-empty', path: '/notifications' },
  { name: 'purchases-empty', path: '/purchases' },
]
