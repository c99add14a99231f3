/**
 * `npm run bench:client`: what a person waits for, in a real Chromium against a real server, beside a floor measured in
 * the same run. Prints a table; asserts nothing.
 */
import { chromium } from '@playwright/test'
import { startTestServer } from '../../tests/support/build-server.ts'
import { measureFirstVisit } from './first-visit.ts'
import { measureInAnExam } from './in-an-exam.ts'

const server = await startTestServer()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const { page, floor } = await measureFirstVisit(browser, server.origin)
  const exam = await measureInAnExam(browser, server)
  const row = (name: string, value: string, beside = '') => console.log(name.padEnd(58), value.padStart(9), beside)
  const ms = (value: number) => `${Math.round(value)} ms`
  console.log('CPU 4 times slower, Slow 4G, nothing cached (medians of 5)')
  row('  floor: the same words in plain HTML, LCP', ms(floor.lcp))
  row('  landing, LCP', ms(page.lcp), `${(page.lcp / floor.lcp).toFixed(2)} × floor`)
  row('  landing, TBT', ms(page.tbt))
  row('  landing, CLS', page.cls.toFixed(3))
  console.log('In an exam')
  row('  slowest press until its paint while answering, CPU 4×', ms(exam.slowestAnswer))
  row('  opened again without a network, LCP', ms(exam.reopened))
  row('  opened again without a network, LCP, CPU 4×', ms(exam.reopenedSlow))
} finally {
  await browser.close()
  await server.close()
}
