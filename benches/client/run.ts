/**
 * `npm run bench:client [-- visit|landing|exam …]`: what a person loads and waits for, in a real Chromium against a real server,
 * next to floors of the same run; all of it, or the named parts. Prints a table; asserts nothing.
 */
import { type Browser, chromium } from '@playwright/test'
import { startTestServer, type TestServer } from '../../tests/support/build-server.ts'
import { heading, row } from '../table.ts'
import { floorSize } from '../weight/floor-size.ts'
import { printWeights } from '../weight/weights.ts'
import { measureFirstVisit } from './first-visit.ts'
import { measureGoingOn } from './going-on.ts'
import { measureInAnExam } from './in-an-exam.ts'
import { median, type Press } from './vitals.ts'
import { measureWholeVisit } from './whole-visit.ts'

const parts: Record<string, (browser: Browser, server: TestServer) => Promise<void>> = {
  visit: printWholeVisit,
  landing: printFirstPaint,
  exam: printInAnExam,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const server = await startTestServer()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const [name, print] of Object.entries(parts)) {
    if (asked.length === 0 || asked.includes(name)) await print(browser, server)
  }
} finally {
  await browser.close()
  await server.close()
}

async function printWholeVisit(browser: Browser, server: TestServer): Promise<void> {
  const libraries = await floorSize()
  printWeights(libraries)

  const { html, css, scripts, fonts } = await measureWholeVisit(browser, server)
  heading('The whole first visit: landing, log-in, exam, result; bodies as they came, without a worker')
  row('JavaScript', scripts, 'kB', { floor: libraries })
  row('JavaScript, CSS and HTML', scripts + css + html, 'kB', { floor: libraries })
  row('fonts', fonts, 'kB', { aim: '≤ 36 kB' })
}

async function printFirstPaint(browser: Browser, server: TestServer): Promise<void> {
  const { page, floor } = await measureFirstVisit(browser, server.origin)
  heading('First paint: CPU 4 times slower, Slow 4G, nothing cached (medians of 5; CLS: the worst of them)')
  row('floor: the same words in plain HTML, LCP', floor.lcp, 'ms')
  row('landing, LCP', page.lcp, 'ms', { floor: floor.lcp, aim: '≤ 1000 ms' })
  row('landing, TBT', page.tbt, 'ms', { aim: '≤ 50 ms' })
  row('landing, CLS', page.cls, '', { aim: '≤ 0.02' })
}

async function printInAnExam(browser: Browser, server: TestServer): Promise<void> {
  const exam = await measureInAnExam(browser, server)
  const { of: tried, done } = await measureGoingOn(browser, server)
  heading('In an exam')
  const { slowestAnswers } = exam
  const parts = (part: keyof Press) => slowestAnswers.map((press) => press[part])
  row('slowest of ten presses until its paint (INP), CPU 4×', median(parts('whole')), 'ms', { aim: '≤ 48 ms' })
  row(`  that is the median of ${slowestAnswers.length} exams; the slowest of them`, Math.max(...parts('whole')), 'ms')
  row('  of it: waited for the page', median(parts('waited')), 'ms')
  row('  of it: our code', median(parts('ours')), 'ms')
  row('  of it: style, layout, paint and the next frame', median(parts('browser')), 'ms')
  row(`answered and gone on with every call held, of ${tried}`, done, 'times', { aim: `all ${tried}` })
  row('opened again without a network, LCP', exam.reopened, 'ms', { aim: '≤ 300 ms' })
  row('opened again without a network, LCP, CPU 4×', exam.reopenedSlow, 'ms', { aim: '≤ 1000 ms' })
}
