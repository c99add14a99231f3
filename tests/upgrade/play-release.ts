import { chromium } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { attempts } from '../../server/db/schema/attempts.ts'
import { findQuestions } from '../../server/features/exams/paper/paper-store.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { examOn, onDevice, onServer, signInContext } from '../support/exam-story.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { order } from '../support/sandbox.ts'
import { answersOf, openExam, someEvents, until } from '../support/exam-calls.ts'
import { dumpBrowser } from './browser-storage.ts'
import { dumpDatabase } from './database-dump.ts'
import { fixtureSecret, type ReleaseFixture } from './fixture.ts'
import { readPlainRows } from './plain-rows.ts'

const shortTests = { graded: 'abstraktnij-proba', inProgress: 'verbalnij-proba', handedIn: 'logichnij-proba' }

/** Uses this release for a while, with its database and one browser, and reads what both have kept. */
export async function playRelease(release: string): Promise<ReleaseFixture> {
  const server = await startTestServer({ authSecret: fixtureSecret })
  try {
    const candidate = await newcomer(server)
    const graded = await gradedExam(server, candidate)
    const runningExams = await sitInBrowser(server, candidate)
    const other = await leaveWork(server)
    const database = await dumpDatabase(server.config.databaseUrl, server.config.projectRoot)
    const plain = await readPlainRows(server.services)
    const { userId, email, refresh } = candidate
    return {
      release,
      story: {
        madeAt: Date.now(),
        candidate: { userId: userId!, email: email!, refresh: refresh!, gradedReceipt: graded.receipt },
        graded: { purchaseId: graded.purchaseId, attemptId: graded.attemptId },
        inProgress: runningExams.inProgress,
        handedIn: runningExams.handedIn,
        other,
      },
      database,
      plain,
      browser: runningExams.browser,
    }
  } finally {
    await server.close()
  }
}

async function submitWhole(person: Person, purchaseId: string) {
  const { attempt, questions } = await openExam(person, purchaseId)
  const { id: attemptId, ticket, submission_key } = attempt
  const events = someEvents(questions)
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events, begin: true })
  const body = { ticket, submission_key, answers: answersOf(events), events }
  const reply = await person.post(`/api/exam-meta/${purchaseId}/`, body)
  if (reply.status !== 200) throw new Error(`exam-meta answered ${reply.status}: ${reply.text}`)
  return { purchaseId, attemptId }
}

async function gradedExam(server: TestServer, person: Person) {
  const sat = await submitWhole(person, await givePurchase(server, person, shortTests.graded))
  const status = () => person.get(`/api/exam-results-status/${sat.purchaseId}/`)
  await until(async () => (await status()).body.status === 'completed')
  return { ...sat, receipt: (await status()).body.receipt as string }
}

/** Leaves one exam submitted without a network, and another one at its third question with an unsent answer. */
async function sitInBrowser(server: TestServer, person: Person) {
  const [open, closed] = [
    await givePurchase(server, person, shortTests.inProgress),
    await givePurchase(server, person, shortTests.handedIn),
  ]
  const executablePath = process.env.CHROMIUM_PATH
  const launched = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  // Without the release's worker and its caches: to restore those a later test would need the whole build. offline.spec.ts plays
  // an update from worker to worker, between builds of one day.
  const context = await launched.newContext({ locale: 'uk-UA', serviceWorkers: 'block' })
  await signInContext(context, person)
  const exam = examOn(await context.newPage())

  await exam.open(server.origin, closed)
  await exam.start()
  await exam.choose(0)
  await exam.says(onServer)
  await exam.open(server.origin, open)
  await exam.start()
  for (const question of [1, 2]) {
    await exam.choose(question)
    await exam.says(onServer)
    await exam.next()
  }
  await exam.at(3)
  await exam.page.goto(`${server.origin}/purchases`)
  await exam.page.getByRole('heading', { level: 1, name: 'Мої тести' }).waitFor()

  await context.route('**/api/**', (route) => route.abort())
  await exam.open(server.origin, open)
  await exam.at(3)
  await exam.choose(1)
  await exam.says(onDevice)
  await exam.open(server.origin, closed)
  await exam.at(1)
  await exam.submit()
  await exam.says('Сервер поки не відповідає')
  await exam.page.goto(`${server.origin}/robots.txt`)
  const browser = await dumpBrowser(exam.page)
  await launched.close()

  return {
    browser,
    inProgress: { purchaseId: open, question: 3, chosen: 1, waitingQuestionId: await questionOf(server, open, 3) },
    handedIn: { purchaseId: closed, attemptId: await attemptOf(server, closed) },
  }
}

async function attemptOf({ services }: TestServer, purchaseId: string): Promise<string> {
  const [attempt] = await services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  return attempt!.id
}

async function questionOf({ services }: TestServer, purchaseId: string, number: number): Promise<string> {
  const [attempt] = await services.db.select().from(attempts).where(eq(attempts.purchaseId, purchaseId))
  return (await findQuestions(services.db, attempt!.id))![number - 1]!.id
}

/** Leaves an exam to grade, a letter to send and an order to pay. Nobody has taken the jobs of the first two. */
async function leaveWork(server: TestServer) {
  const { pool } = server.services
  const slow = await startTestServer({ sharing: server, authSecret: fixtureSecret, workMode: 'job' })
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, shortTests.inProgress)
  // Opened before the jobs are stopped, because a job builds the paper.
  const paper = await openExam(person, purchaseId)
  await pool.query(`create function pgboss.hold() returns trigger language plpgsql as 'begin return null; end';
    create trigger hold before update on pgboss.job for each row execute function pgboss.hold()`)
  person.server = slow
  const { ticket, submission_key, id: attemptId } = paper.attempt
  const events = someEvents(paper.questions)
  await person.put(`/api/exam-answers/${purchaseId}/`, { ticket, events, begin: true })
  const body = { ticket, submission_key, answers: answersOf(events), events }
  const submit = await person.post(`/api/exam-meta/${purchaseId}/`, body)
  if (submit.body.status !== 'processing_started') throw new Error(`not left to a job: ${submit.text}`)
  await person.post('/api/auth/password/reset/', { email: person.email })
  const { purchase_id: orderId } = await order(person, 'verbalnij')
  await slow.close()
  return { email: person.email!, purchaseId, attemptId, orderId: orderId as string }
}
