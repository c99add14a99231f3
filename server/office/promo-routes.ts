import * as calls from '#contract/staff/promo.ts'
import { validationFailed } from '../failure.ts'
import { actAsOperator } from '../features/exams/operator-acts/act-on-record.ts'
import { createCodes, endCode, listCodes } from '../features/operator/promo-codes.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerPromo(office: Office): void {
  const { db } = office.services

  serveStaff(office, calls.listPromoCodes, async () => ({
    results: (await listCodes(db)).map(({ promo, paid, brought }) => ({
      id: promo.id,
      code: promo.code,
      percent: promo.percent,
      sum: promo.sum,
      test_ids: promo.testIds,
      is_for_bundles: promo.isForBundles,
      begins_at: promo.beginsAt,
      ends_at: promo.endsAt,
      uses_most: promo.usesMost,
      once_a_person: promo.onceAPerson,
      note: promo.note,
      ended_at: promo.endedAt,
      paid,
      brought,
    })),
  }))

  serveStaff(office, calls.createPromoCodes, async ({ staff, body: { reason, percent, sum, ...given } }) => {
    const codes = {
      code: given.code,
      count: given.count,
      off: offOf(percent, sum),
      testIds: given.test_ids,
      isForBundles: given.is_for_bundles,
      beginsAt: given.begins_at,
      endsAt: given.ends_at,
      usesMost: given.uses_most,
      onceAPerson: given.once_a_person,
      note: given.note,
    }
    return actAsOperator(db, wordOf(staff, { reason }), (tx) => createCodes(tx, codes))
  })

  serveStaff(office, calls.endPromoCode, async ({ staff, params, body }) =>
    actAsOperator(db, wordOf(staff, body), (tx) => endCode(tx, params.id)),
  )
}

function offOf(percent: number | null, sum: number | null): { percent: number } | { sum: number } {
  if (percent !== null && sum === null) return { percent }
  if (percent === null && sum !== null && sum > 0) return { sum }
  throw validationFailed({ percent: 'Вкажіть знижку: відсоток або суму.' })
}
