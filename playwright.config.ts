import { defineConfig } from '@playwright/test'
import { quietChromium } from './tests/support/quiet-chromium.ts'

const executablePath = process.env.CHROMIUM_PATH
/**
 * Specs that set their own widths and are played in one project. Stories test what is kept and sent, which the phone's window
 * shows; the rest plays them in a wide window too, where three-kinds.spec.ts follows a newcomer.
 */
const OWN_WIDTHS = ['look.spec.ts', 'accessible.spec.ts', 'question-fits.spec.ts']
/** Stories to play: 'quick' by npm test, 'rest' all others, 'full' both. Unset, by hand: quick and the long ones. */
const extent = process.env.TEST_EXTENT
/**
 * Stories that begin first. Those with their own servers restart a worker, and as the last ones they would prolong the run. Specs
 * with many long tests come first only in the rest: another project's worker costs a landing some seconds.
 */
const FIRST = [
  'foreign.spec.ts',
  ...(extent === 'quick' ? [] : ['faults.spec.ts', 'upgrade.spec.ts', 'attempt-wait.spec.ts']),
]
const isInBothWindows = extent === 'full' || extent === 'rest'
const phone = {
  name: 'phone',
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
const restOfDesktop = new RegExp(`@full|^desktop (?!(?:${OWN_WIDTHS.join('|').replaceAll('.', '\\.')}) )`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  // A story waits for its pages more than half of the time, so four keep two cores busy.
  workers: 4,
  // A test that passes at the second try has not passed.
  retries: 0,
  // Some stories have thirty questions, on two cores that other tests may keep busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.TEST_BROWSER_REPORT ?? 'test-results/browser.json' }]],
  ...(extent === 'quick' && { grepInvert: /@full/ }),
  ...(extent === 'rest' && { grep: restOfDesktop }),
  use: {
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    // Otherwise each context would fetch the whole site when idle. Stories about the worker allow it.
    serviceWorkers: 'block',
    // A trace records every step of every story, also of those that pass, and costs a quarter of the time.
    trace: process.env.TEST_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...quietChromium],
    },
  },
  // The longest begin first. A worker serves one project, and each further one costs some seconds.
  projects: [
    { ...phone, testMatch: FIRST },
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      ...(isInBothWindows ? {} : { testMatch: OWN_WIDTHS, workers: 1 }),
    },
    { ...phone, testIgnore: [...OWN_WIDTHS, ...FIRST] },
  ],
})
