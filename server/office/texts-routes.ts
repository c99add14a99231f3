import * as calls from '#contract/staff/texts.ts'
import { actAsOperator } from '../features/exams/operator-acts/act-on-record.ts'
import {
  cancelText,
  goBackTo,
  listTexts,
  previewText,
  type TextContent,
  type TextKind,
  writeText,
} from '../features/operator/written-texts.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerTexts(office: Office): void {
  const { db } = office.services

  serveStaff(office, calls.listTexts, async () => {
    const { now, written } = await listTexts(db)
    return {
      now,
      written: written.map((row) => ({
        id: row.id,
        kind: row.kind as TextKind,
        ref: row.ref,
        content: row.content as Record<string, string>,
        begins_at: row.beginsAt,
        published_at: row.publishedAt,
        cancelled_at: row.cancelledAt,
        created_at: row.createdAt,
      })),
    }
  })

  serveStaff(office, calls.previewText, async ({ body }) => previewText(db, body))

  serveStaff(office, calls.publishText, async ({ staff, body: { reason, begins_at: beginsAt, ...text } }) =>
    actAsOperator(db, wordOf(staff, { reason }), (tx) =>
      writeText(tx, { ...text, content: text.content satisfies TextContent, beginsAt }),
    ),
  )

  serveStaff(office, calls.goBackToText, async ({ staff, params, body }) =>
    actAsOperator(db, wordOf(staff, body), (tx) => goBackTo(tx, params.id)),
  )

  serveStaff(office, calls.cancelPlannedText, async ({ staff, params, body }) =>
    actAsOperator(db, wordOf(staff, body), (tx) => cancelText(tx, params.id)),
  )
}
