import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** Kinds that screens may distinguish by an icon; a new one needs no change of theirs. */
export const notificationKinds = [
  'purchase-paid',
  'purchase-refunded',
  'purchase-ending',
  'extra-time',
  'result-ready',
  'attempt-returned',
  'attempt-closed',
  'pause-ending',
  'alarm-over',
  'report-closed',
  'achievement',
  'security',
] as const

export interface NewNotification {
  kind: (typeof notificationKinds)[number]
  title: string
  message: string
  /** Adds a button to the training of this purchase. */
  pack?: { id: string; title: string }
  /** Adds a button to the result of this attempt. */
  result?: { purchaseId: string; attemptId: string }
}

/** SQL that stores notifications. Its arguments are SQL, too: the account's id, and rows of `notificationRows`. */
export const storingNotifications = (userId: string, rows: string) => `
  insert into notifications (user_id, kind, title, message, additional_data)
  select ${userId}::uuid, kind, title, message, additional_data
  from jsonb_to_recordset(${rows}::jsonb) as told(kind text, title text, message text, additional_data jsonb)`

/** Rows for `storingNotifications`. */
export function notificationRows(notifications: readonly NewNotification[]): string {
  return JSON.stringify(
    notifications.map(({ pack, result, ...said }) => ({ ...said, additional_data: additionalData(pack, result) })),
  )
}

const additionalData = (pack: NewNotification['pack'], result: NewNotification['result']) =>
  (pack || result) && {
    ...(pack && { purchase_pack_id: pack.id, purchase_pack_title: pack.title }),
    ...(result && { result: { purchase_id: result.purchaseId, attempt_id: result.attemptId } }),
  }

const insert = prepared('notify', storingNotifications('$1', '$2'))

/** Notifies a person, in the caller's transaction. Texts are plain, in Ukrainian. */
export async function notify(queries: Queries, userId: string, notification: NewNotification): Promise<void> {
  await insert(queries, userId, notificationRows([notification]))
}
