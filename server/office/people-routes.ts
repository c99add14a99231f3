import * as calls from '#contract/staff/people.ts'
import { blockAccount, closeByRequest, endSessions, unblockAccount } from '../features/operator/block-account.ts'
import { requireAccount, requireAccountBehind } from '../features/operator/find-account.ts'
import { findPerson } from '../features/operator/find-person.ts'
import { grantExam } from '../features/operator/grant-exam.ts'
import { grantExtraTime } from '../features/exams/operator-acts/grant-extra-time.ts'
import { streamMyData } from '../features/account/my-data.ts'
import { overallOf } from '../features/exams/result/overall-of.ts'
import { readTimelineOfAnybody } from '../features/exams/result/read-timeline.ts'
import { presentPerson } from './present-person.ts'
import { Download, type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerPeople(office: Office): void {
  const { services } = office
  const { db } = services

  serveStaff(office, calls.findPeople, async ({ query }) => {
    const { id } = await requireAccountBehind(db, query.what)
    return { id }
  })

  serveStaff(office, calls.readPerson, async ({ params, look }) => {
    const person = await findPerson(db, params.id)
    await look(person.account.id)
    return presentPerson(person)
  })

  serveStaff(office, calls.readAttemptHistory, async ({ params, query, look }) => {
    const { userId, timeline } = await readTimelineOfAnybody(db, params.id, query.after)
    await look(userId)
    return {
      ...timeline,
      user_id: userId,
      pauses: timeline.pauses ?? [],
      events: timeline.results.map(({ number, value, device_id, phase, received_at }) => {
        return { number, is_cleared: value === null, device_id, phase, received_at }
      }),
      next: /cursor=(\d+)$/.exec(timeline.next ?? '')?.[1] ?? null,
    }
  })

  serveStaff(office, calls.exportPersonData, async ({ params, look }) => {
    const { id } = await requireAccount(db, params.id)
    await look(id)
    const { pieces } = await streamMyData(services, id, async (userId) => (await overallOf(db, userId)).overall)
    return new Download('testuvannia-iq-data.json', 'application/json; charset=utf-8', pieces)
  })

  serveStaff(office, calls.closePerson, async ({ staff, params, body, look }) => {
    const { account, act } = await closeByRequest(services, wordOf(staff, body), params.id)
    await look(account.id)
    return { act }
  })

  for (const [call, act] of [
    [calls.blockPerson, blockAccount],
    [calls.unblockPerson, unblockAccount],
    [calls.endPersonSessions, endSessions],
  ] as const) {
    serveStaff(office, call, async ({ staff, params, body, look }) => {
      const done = await act(db, wordOf(staff, body), params.id)
      await look(done.account.id)
      return { act: done.act }
    })
  }

  serveStaff(office, calls.grantExamTo, async ({ staff, params, body, look }) => {
    const { act } = await grantExam(db, wordOf(staff, body), params.id)
    await look(act.userId!)
    return { act }
  })

  serveStaff(office, calls.grantExtraTimeTo, async ({ staff, params, body: { factor, rehearse }, look }) => {
    const { author, isRehearsal = false } = wordOf(staff, { reason: '', rehearse })
    const { id: userId } = await requireAccountBehind(db, params.id)
    await look(userId)
    const set = await grantExtraTime(db, { author, isRehearsal }, { purchaseId: params.id, factor })
    return { minutes: set.minutes, is_change: set.isChange, is_one_running: set.isOneRunning }
  })
}
