import type { Browser } from '@playwright/test'
import type { TestServer } from '../../tests/support/build-server.ts'
import { examinee, examOn, onServer, signInContext } from '../../tests/support/exam-story.ts'
import { median, type Press, slowestPress, slowProcessor, vitalsOf, watchVitals } from './vitals.ts'

export interface InAnExam {
  /** The longest press of each of five exams, CPU 4 times slower. The slowest of ten presses varies by half between runs. */
  slowestAnswers: Press[]
  /** Largest contentful paint of an exam that is opened again without a network, in ms. */
  reopened: number
  reopenedSlow: number
}

const exams = 5

/** People answer five questions on a slow phone. The last of them then opens the exam again without a network. */
export async function measureInAnExam(browser: Browser, server: TestServer): Promise<InAnExam> {
  const slowestAnswers: Press[] = []
  for (let number = 1; number < exams; number += 1) {
    const { page, slowest } = await answerFive(browser, server)
    slowestAnswers.push(slowest)
    await page.context().close()
  }
  const { page, exam, slowest } = await answerFive(browser, server)
  slowestAnswers.push(slowest)

  const reopen = async (slowness: number) => {
    await slowProcessor(page, slowness)
    const seen: number[] = []
    for (let round = 0; round < 5; round += 1) {
      await page.reload()
      await exam.at(6)
      await page.waitForLoadState('networkidle')
      seen.push((await vitalsOf(page)).lcp)
    }
    return median(seen)
  }
  await page.context().setOffline(true)
  const reopened = await reopen(1)
  const reopenedSlow = await reopen(4)
  await page.context().close()
  return { slowestAnswers, reopened, reopenedSlow }
}

/** Opens an exam and answers up to its sixth question. Returns the longest of ten presses. */
async function answerFive(browser: Browser, server: TestServer) {
  const { person, purchaseId } = await examinee(server)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signInContext(context, person)
  const page = await context.newPage()
  await watchVitals(page)
  const exam = examOn(page)
  await exam.open(server.origin, purchaseId)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await exam.start()
  await slowProcessor(page, 4)
  for (let question = 1; question <= 5; question += 1) {
    await exam.choose(question % 3)
    await exam.says(onServer)
    await exam.next()
  }
  return { page, exam, slowest: await slowestPress(page) }
}
