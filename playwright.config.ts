import { defineConfig } from '@playwright/test'
import { quietChromium } from './tests/support/quiet-chromium.ts'

const executablePath = process.env.CHROMIUM_PATH
/**
 * Measures that set their own widths: they are played in one project. Stories are about what is kept and sent, and the phone's
 * window shows it; the rest tells them in a wide one, too, where three-kinds.spec.ts walks a newcomer's way.
 */
const OWN_WIDTHS = ['look.spec.ts', 'accessible.spec.ts', 'question-fits.spec.ts']
/** What of the stories is played: 'quick' by npm test, 'rest' is what that leaves out, 'full' both. By hand: quick and the long ones. */
const extent = process.env.TEST_EXTENT
/**
 * Stories that begin first. Against servers of their own a worker is begun anew, and as the last ones they would keep the run
 * waiting. Those that have many long tests do so in the rest alone: a worker of another project costs a landing some seconds.
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
/** Matched against "PROJECT FILE TITLES". */
const restOfDesktop = new RegExp(`@full|^desktop (?!(?:${OWN_WIDTHS.join('|').replaceAll('.', '\\.')}) )`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  // A story waits for its pages more than half of the time: four keep two cores busy.
  workers: 4,
  // A test that passes at the second try has not passed.
  retries: 0,
  // Stories of thirty questions, on two cores that other tests may keep busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.TEST_BROWSER_REPORT ?? 'test-results/browser.json' }]],
  ...(extent === 'quick' && { grepInvert: /@full/ }),
  ...(extent === 'rest' && { grep: restOfDesktop }),
  use: {
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    // Each context would fetch the whole site in its idle moments. Stories about the worker allow it.
    serviceWorkers: 'block',
    // A trace records every step of every story, also of those that pass: a quarter of what they cost.
    trace: process.env.TEST_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...quietChromium],
    },
  },
  // What begins first is what takes longest. A worker serves one project: each more of them costs some seconds.
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
