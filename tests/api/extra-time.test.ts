import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantExtraTime } from '../../server/features/exams/operator-acts/grant-extra-time.ts'
import { runAdmin } from '../support/run-admin.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { openExam } from '../support/exam-calls.ts'

const slug = 'logichnij'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workMode: 'inline' })
})
afterAll(() => server.close())

const grant = (person: Person, factor: number) =>
  grantExtraTime(
    server.services.db,
    { author: 'О. Оператор' },
    { email: person.email!.toUpperCase(), test: slug, factor },
  )

async function buyer() {
  const person = await newcomer(server)
  const purchaseId = await givePurchase(server, person, slug)
  const owned = async () => (await person.get('/api/owned-tests/')).body.results[0]
  const news = async (): Promise<{ kind: string; message: string }[]> =>
    (await person.get('/api/notifications/')).body.results
  const begin = async ({ attempt }: Awaited<ReturnType<typeof openExam>>) => {
    const { body } = await person.put(`/api/exam-answers/${purchaseId}/`, {
      ticket: attempt.ticket,
      begin: true,
      events: [],
    })
    return (Date.parse(body.deadline_at) - Date.parse(body.server_time)) / 60_000
  }
  return { person, purchaseId, owned, news, begin }
}

describe('extra time of a purchase', () => {
  it('extra time of a purchase lengthens its exams, is shown to its owner, and is announced once', async () => {
    const { person, purchaseId, owned, news, begin } = await buyer()
    const base: number = (await owned()).test.duration_minutes
    const minutes = { all: base * 1.2, extra: base * 1.2 - base }
    expect(await grant(person, 1.2)).toMatchObject({ minutes, isChange: true, isOneRunning: false })
    expect(await grant(person, 1.2)).toEqual({ minutes, isChange: false, isOneRunning: false, act: null })
    expect((await owned()).extra_time_factor).toBe(1.2)
    expect((await news()).filter(({ kind }) => kind === 'extra-time').map(({ message }) => message)).toEqual([
      expect.stringContaining(`${minutes.all}\u00a0хв, на ${minutes.extra}\u00a0хв довше`),
    ])
    expect(await begin(await openExam(person, purchaseId))).toBeCloseTo(minutes.all, 0)
  })

  it('extra time lengthens an exam whose clock does not run yet, and never moves a clock that runs', async () => {
    const { person, purchaseId, owned, begin } = await buyer()
    const paper = await openExam(person, purchaseId)
    expect(await grant(person, 2)).toMatchObject({ isOneRunning: false })
    expect(await begin(paper)).toBeCloseTo(2 * (await owned()).test.duration_minutes, 0)
    const { deadline_at: deadline } = (await owned()).active_attempt
    expect(await grant(person, 1)).toMatchObject({ isChange: true, isOneRunning: true, minutes: { extra: 0 } })
    expect((await owned()).active_attempt.deadline_at).toBe(deadline)
  })

  it('extra time is refused if its factor is out of bounds, or if the person has no valid purchase', async () => {
    const { person, purchaseId } = await buyer()
    for (const factor of [0.5, 5, Number.NaN]) await expect(grant(person, factor)).rejects.toThrow('from 1')
    const without = await newcomer(server)
    await givePurchase(server, without, slug, { expiresAt: new Date(Date.now() - 1000) })
    await expect(grant(without, 2)).rejects.toThrow('no purchase')
    expect((await person.get(`/api/purchases/${purchaseId}/`)).status).toBe(200)
  })

  it('an operator grants extra time by a command, which requires a factor', async () => {
    const { person, owned } = await buyer()
    const run = (...args: string[]) => runAdmin(server, 'extra-time', '--author', 'О. Оператор', ...args)
    const [told] = await Promise.all([
      run('--email', person.email!, '--test', slug, '--factor', '1.25'),
      expect(run('--email', person.email!)).resolves.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--factor'),
      }),
    ])
    expect(told.stdout).toContain('of them extra. The owner has been told.')
    expect((await owned()).extra_time_factor).toBe(1.25)
  })
})
