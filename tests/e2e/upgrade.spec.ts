import { and, eq } from 'drizzle-orm'
import { answerEvents, attempts, results } from '../../server/db/schema/attempts.ts'
import { expect, test as base } from '../support/browser-test.ts'
import type { TestServer } from '../support/build-server.ts'
import { examOn, examPath, onServer } from '../support/exam-story.ts'
import { readStoredText } from '../support/stored-text.ts'
import { restoreBrowser } from '../upgrade/browser-storage.ts'
import { keptReleases, type ReleaseStory, readFixture } from '../upgrade/fixture.ts'
import { moveTimes } from '../upgrade/move-times.ts'
import { startUpgraded } from '../upgrade/start-upgraded.ts'

base.skip(({ isMobile }) => !isMobile, 'once is enough')

for (const release of keptReleases()) {
  // The newest fixture runs at every landing, older ones in the long tests.
  const played = release === keptReleases().at(-1) ? '' : ' @full'
  /** This release's server with the fixture's database, and a browser with the fixture's storage. */
  const test = base.extend<{ left: { story: ReleaseStory; server: TestServer } }>({
    left: async ({ context, page }, provide) => {
      const fixture = readFixture(release)
      const { story } = fixture
      const later = Date.now() - story.madeAt
      const server = await startUpgraded(fixture, later)
      await page.goto(`${server.origin}/robots.txt`)
      await restoreBrowser(page, moveTimes(fixture.browser, story.madeAt, later))
      await provide({ story, server })
      // A server waits a minute for connections that a browser has opened in advance.
      await context.close()
      await server.close()
    },
  })

  test(`[C.06] this release opens the person, the exam and the waiting submission that release ${release} left in a browser${played}`, async ({
    page,
    left,
  }) => {
    const { origin, services } = left.server
    const { inProgress, handedIn } = left.story
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/exam-meta/${handedIn.purchaseId}/`)) sent += 1
    })
    // The delivery ends before this page is left: answers without a heard reply would rightly be sent again.
    await page.goto(`${origin}/purchases`)
    const graded = () => services.db.select().from(results).where(eq(results.attemptId, handedIn.attemptId))
    await expect.poll(graded).toHaveLength(1)
    await expect.poll(() => page.evaluate(readStoredText)).not.toContain('"state":"waiting"')
    await expect(page.getByRole('heading', { name: 'Ще не на сервері' })).toHaveCount(0)
    const exam = examOn(page)
    await page.goto(origin + examPath(inProgress.purchaseId))
    await exam.at(inProgress.question)
    await exam.isChosen(inProgress.chosen)
    await exam.says(onServer)
    const isWaiting = eq(answerEvents.questionId, inProgress.waitingQuestionId)
    const delivered = () =>
      services.db
        .select({ value: answerEvents.value })
        .from(answerEvents)
        .innerJoin(attempts, eq(attempts.id, answerEvents.attemptId))
        .where(and(eq(attempts.purchaseId, inProgress.purchaseId), isWaiting))
    await expect.poll(delivered).toHaveLength(1)
    await exam.goTo(1)
    await exam.isChosen(1)

    await page.goto(`${origin}/purchases`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Оксана' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Мої тести' })).toBeVisible()
    expect(sent).toBe(1)
    expect(await graded()).toHaveLength(1)
  })
}
