import { sql } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { announceAlarmEnds } from '../../server/features/exams/alarms-of-exams.ts'
import { axeFaults } from '../support/axe-faults.ts'
import { expect, test as base } from '../support/browser-test.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { examOn, onServer, examinee, signInContext } from '../support/exam-story.ts'
import { type MockAlarms, startMockAlarms } from '../support/mock-alarms.ts'

/** Stories whose server asks the stories' own provider of air-raid alarms. */
const test = base.extend<object, { provider: MockAlarms; server: TestServer }>({
  provider: [
    // Playwright reads the dependencies of a fixture from this pattern and requires one.
    async ({ browserName: _any }, provide) => {
      const provider = await startMockAlarms()
      await provide(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, provide) => {
      const server = await startTestServer({ alarms: provider.config('alerts-in-ua'), rounds: 'by hand' })
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

/** A round of the server, `seconds` after the last one. */
async function round({ services }: TestServer, seconds = 15): Promise<void> {
  const older = sql.raw(`interval '${seconds} seconds'`)
  await services.db.execute(sql`update alarms set seen_at = seen_at - ${older}, quiet_at = quiet_at - ${older}`)
  await services.db.execute(sql`update alarm_turns set next_at = now()`)
  await services.alarms!.round()
  await announceAlarmEnds(services)
}
const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'тривога' })
/** The page asks every half a minute, and immediately when it comes back into view. */
const lookAgain = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      window.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
  })

test('a person stops an exam’s clock by one press in an air-raid alarm, closes the page, is notified of its end, and continues with the answer kept', async ({
  context,
  server,
  provider,
}) => {
  const { person, purchaseId } = await examinee(server)
  await signInContext(context, person)
  const exam = examOn(await context.newPage())
  const { page } = exam
  await exam.open(server.origin, purchaseId)
  await page.getByLabel('Область').selectOption('Київська область')
  await expect.poll(async () => (await person.get('/api/user/profile/')).body.region).toBe('UA-32')
  await exam.start()
  await exam.choose(1)
  await exam.says(onServer)
  const option = await exam.radio(1).boundingBox()
  provider.set('UA-32', 'A')
  await round(server)
  await lookAgain(page)
  await expect(strip(page)).toHaveText('У Київській області тривога. Зупинити годинник?')
  expect(await exam.radio(1).boundingBox()).toEqual(option)
  expect(await axeFaults(page, 'an alarm in an exam')).toEqual([])
  await page.getByRole('button', { name: 'Зупинити', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Екзамен на паузі' })).toBeVisible()
  await exam.says('Усі відповіді на сервері.')
  await expect(page.getByText('Тривогу скасовано.')).toHaveCount(0)
  await page.close()

  provider.set('UA-32', 'N')
  await round(server)
  await round(server, 61)
  const { results } = (await person.get('/api/notifications/')).body
  expect(results[0]).toMatchObject({ kind: 'alarm-over', title: 'Тривогу скасовано' })

  const again = examOn(await context.newPage())
  await again.open(server.origin, purchaseId)
  await expect(again.page.getByText('Тривогу скасовано.')).toBeVisible()
  await again.page.getByRole('button', { name: 'Продовжити екзамен' }).click()
  await again.at(1)
  await again.isChosen(1)
  await again.submit()
  await again.seesResult()
  await expect(again.page.getByText('Паузи', { exact: true })).toBeVisible()
})
