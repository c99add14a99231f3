/**
 * `npm run bench:client`: what a person loads and waits for, in a real Chromium against a real server, beside floors
 * measured in the same run. Prints a table; asserts nothing.
 */
import { chromium } from '@playwright/test'
import { startTestServer } from '../../tests/support/build-server.ts'
import { heading, row } from '../table.ts'
import { floorSize } from '../weight/floor-size.ts'
import { printWeights } from '../weight/weights.ts'
import { measureFirstVisit } from './first-visit.ts'
import { measureGoingOn } from './going-on.ts'
import { measureInAnExam } from './in-an-exam.ts'
import { measureWholeVisit } from './whole-visit.ts'

const server = await startTestServer()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const libraries = await floorSize()
  printWeights(libraries)

  const { html, css, scripts, fonts } = await measureWholeVisit(browser, server)
  heading('The whole first visit: landing, log-in, exam, result; bodies as they came, without a worker')
  row('JavaScript', scripts, 'kB', { floor: libraries })
  row('JavaScript, CSS and HTML', scripts + css + html, 'kB', { floor: libraries, aim: '≤ 1.5' })
  row('fonts', fonts, 'kB', { aim: '≤ 36 kB' })

  const { page, floor } = await measureFirstVisit(browser, server.origin)
  heading('First paint: CPU 4 times slower, Slow 4G, nothing cached (medians of 5)')
  row('floor: the same words in plain HTML, LCP', floor.lcp, 'ms')
  row('landing, LCP', page.lcp, 'ms', { floor: floor.lcp, aim: '≤ 1000 ms' })
  row('landing, TBT', page.tbt, 'ms', { aim: '≤ 50 ms' })
  row('landing, CLS', page.cls, '', { aim: '≤ 0.02' })

  const exam = await measureInAnExam(browser, server)
  const { of: tried, done } = await measureGoingOn(browser, server)
  heading('In an exam')
  row('slowest press until its paint while answering (INP), CPU 4×', exam.slowestAnswer, 'ms', { aim: '≤ 48 ms' })
  row(`answered and gone on with every call held, of ${tried}`, done, 'times', { aim: `all ${tried}` })
  row('opened again without a network, LCP', exam.reopened, 'ms')
  row('opened again without a network, LCP, CPU 4×', exam.reopenedSlow, 'ms')
} finally {
  await browser.close()
  await server.close()
}
