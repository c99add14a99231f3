import * as calls from '#contract/staff/house.ts'
import { daysOfShop } from '../features/operator/days-of-shop.ts'
import { closeDifference, listDifferences } from '../features/operator/differences.ts'
import { readFigures } from '../features/operator/figures.ts'
import { listActions } from '../features/operator/list-actions.ts'
import type { Facts } from '../features/audit/act-as-operator.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

const mostActs = 200

export function registerHouse(office: Office): void {
  const { db } = office.services

  serveStaff(office, calls.readHouse, async () => {
    const { jobs, ...figures } = await readFigures(db)
    return { figures, jobs: Object.entries(jobs).map(([queue, load]) => ({ queue, ...load })) }
  })

  serveStaff(office, calls.readDays, async () => ({ results: await daysOfShop(db) }))

  serveStaff(office, calls.listGradeDifferences, async () => ({
    results: (await listDifferences(db)).map(({ attemptId, mode, kinds, questionIds, foundAt }) => ({
      attempt_id: attemptId,
      mode,
      kinds,
      question_ids: questionIds,
      found_at: foundAt,
    })),
  }))

  serveStaff(office, calls.closeGradeDifference, async ({ staff, params, body, look }) => {
    const { act } = await closeDifference(db, wordOf(staff, body), params.id)
    if (act.userId !== undefined) await look(act.userId)
    return { act }
  })

  serveStaff(office, calls.listStaffActs, async ({ query }) => ({
    results: (await listActions(db, query.of ?? null, mostActs)).map((row) => ({
      id: row.id,
      done_at: row.doneAt,
      author: row.author,
      command: row.command,
      reason: row.reason,
      user_id: row.userId,
      order_id: row.orderId,
      purchase_id: row.purchaseId,
      attempt_id: row.attemptId,
      before: row.before as Facts,
      after: row.after as Facts,
    })),
  }))
}
