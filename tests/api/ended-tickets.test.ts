import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { answersOf } from '../support/exam-calls.ts'
import { password } from '../support/person.ts'
import { startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
})
afterAll(() => server.close())

const another = 'зовсім-інший-пароль-27'

type Exam = Awaited<ReturnType<typeof startedExam>>

describe('the ticket of a running exam', () => {
  it.each<[string, (exam: Exam) => Promise<{ status: number }>]>([
    ['a sign-out everywhere', ({ person }) => person.post('/api/auth/sign-out-everywhere/', {})],
    [
      'a new password',
      async ({ person }) => {
        await person.post('/api/auth/password/check/', { old_password: password })
        return person.put('/api/auth/password/change/', { new_password1: another, new_password2: another })
      },
    ],
  ])(
    'the ticket of a running exam ends with %s, and its owner saves the remaining answers after signing in again',
    async (_, act) => {
      const exam = await startedExam(server)
      const { person, purchaseId, events, save, submit, recover, stored } = exam
      await save({ events: events.slice(0, 2) })
      expect((await act(exam)).status).toBeLessThan(300)
      // A ticket found in a browser saves nothing, submits nothing and reads nothing.
      expect((await save({ events: events.slice(2, 3) })).body.code).toBe('ticket_invalid')
      expect((await save({})).body.code).toBe('ticket_invalid')
      expect((await submit({ answers: answersOf(events), events })).body.code).toBe('ticket_invalid')
      expect(await stored()).toHaveLength(2)

      person.access = null
      const signIn = (secret: string) => person.post('/api/auth/login/', { email: person.email, password: secret })
      const first = await signIn(another)
      const signedIn = first.status === 200 ? first : await signIn(password)
      person.access = signedIn.body.access
      const { body: file } = await recover({ events: events.slice(0, 4), hand_in: false }, person)
      expect(file).toMatchObject({ status: 'merged', added: 2 })
      const { body: paper } = await person.get(`/api/exam-meta/${purchaseId}/`)
      expect(paper.attempt.ticket).not.toBe(exam.ticket)
      expect(paper.events).toHaveLength(4)
      const saved = await save({ ticket: paper.attempt.ticket, events: events.slice(4) })
      expect([saved.status, (await stored()).length]).toEqual([200, 6])
      // Every delivery gives the same ticket, as before.
      expect((await person.get(`/api/exam-meta/${purchaseId}/`)).body.attempt.ticket).toBe(paper.attempt.ticket)
    },
  )

  it('the ticket of a running exam outlives a log-out, for that device may hold unsent answers', async () => {
    const { person, events, save } = await startedExam(server)
    await person.post('/api/auth/logout/', {})
    expect((await save({ events })).status).toBe(200)
  })
})
