import type { Browser } from '@playwright/test'
import type { TestServer } from '../../tests/support/build-server.ts'
import { onDevice, runningExam } from '../../tests/support/exam-story.ts'

/** Answers and continues five times during a call without a reply. No worker, because its calls could not be held. */
export async function measureGoingOn(browser: Browser, server: TestServer): Promise<{ of: number; done: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const { exam } = await runningExam(context, server)
  // No reply and no refusal, as from a silent server.
  await context.route('**/api/**', () => undefined)
  const calling = exam.page.waitForRequest('**/api/**')
  await exam.choose(1)
  await calling
  const seen = { of: 5, done: 0 }
  try {
    for (let question = 1; question <= seen.of; question += 1) {
      await exam.choose(0)
      // The call is still open, so the device has kept the answer, not the server.
      await exam.says(onDevice)
      await exam.next()
      await exam.at(question + 1)
      seen.done += 1
    }
  } catch (error) {
    console.error(error)
  }
  await context.close()
  return seen
}
