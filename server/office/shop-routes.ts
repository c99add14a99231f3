import * as calls from '#contract/staff/shop.ts'
import { actAsOperator } from '../features/exams/operator-acts/act-on-record.ts'
import { cancelPrice, listShop, planPrice, setPublished } from '../features/catalog/planned-prices.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerShop(office: Office): void {
  const { db } = office.services

  serveStaff(office, calls.listShop, async () => ({
    results: (await listShop(db)).map(({ isPublished, planned, ...row }) => ({
      ...row,
      is_published: isPublished,
      planned: planned.map(({ beginsAt, ...price }) => ({ ...price, begins_at: beginsAt })),
    })),
  }))

  serveStaff(office, calls.changePrice, async ({ staff, params: { id }, body: { reason, sold, price, begins_at } }) =>
    actAsOperator(db, wordOf(staff, { reason }), (tx) => planPrice(tx, { sold, id, price, beginsAt: begins_at })),
  )

  serveStaff(office, calls.cancelPlannedPrice, async ({ staff, params, body }) =>
    actAsOperator(db, wordOf(staff, body), (tx) => cancelPrice(tx, params.id)),
  )

  serveStaff(office, calls.changePublished, async ({ staff, params: { id }, body: { reason, sold, is_published } }) =>
    actAsOperator(db, wordOf(staff, { reason }), (tx) => setPublished(tx, { sold, id, isPublished: is_published })),
  )
}
