import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/** Kinds that screens may tell apart by an icon; a new one needs no change of theirs. */
export const notificationKinds = [
  'purchase-paid',
  'purchase-refunded',
  'purchase-ending',
  'extra-time',
  'result-ready',
  'attempt-returned',
  'attempt-closed',
  'report-closed',
  'achievement',
  'security',
] as const

export interface News {
  kind: (typeof notificationKinds)[number]
  title: string
  message: string
  /** Gives the notification its button to the training of this purchase. */
  pack?: { id: string; title: string }
  /** Gives the notification its button to the result of this attempt. */
  result?: { purchaseId: string; attemptId: string }
}

/** Tells a person something, in the transaction of what happened. Plain text, Ukrainian. */
export async function notify(
  queries: Queries,
  userId: string,
  { kind, title, message, pack, result }: News,
): Promise<void> {
  const additionalData = (pack || result) && {
    ...(pack && { purchase_pack_id: pack.id, purchase_pack_title: pack.title }),
    ...(result && { result: { purchase_id: result.purchaseId, attempt_id: result.attemptId } }),
  }
  await insert(queries, userId, kind, title, message, additionalData ? JSON.stringify(additionalData) : null)
}

const insert = prepared(
  'notify',
  'insert into notifications (user_id, kind, title, message, additional_data) values ($1, $2, $3, $4, $5::jsonb)',
)
