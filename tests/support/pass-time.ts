import { sql } from 'drizzle-orm'
import type { TestServer } from './build-server.ts'

/** Lets time pass for one exam on the server: moves all its times back by `milliseconds`. */
export async function passTime(
  { services: { db } }: TestServer,
  attemptId: string,
  milliseconds: number,
): Promise<void> {
  const older = sql.raw(`interval '${milliseconds} milliseconds'`)
  await db.transaction(async (tx) => {
    // This role skips the triggers that keep append-only rows from changing.
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    await tx.execute(sql`update attempts set created_at = created_at - ${older}, built_at = built_at - ${older},
      delivered_at = delivered_at - ${older}, started_at = started_at - ${older}, deadline_at = deadline_at - ${older},
      late_until = late_until - ${older}, paused_until = paused_until - ${older} where id = ${attemptId}`)
    await tx.execute(sql`update answer_events set received_at = received_at - ${older} where attempt_id = ${attemptId}`)
    await tx.execute(sql`update attempt_pauses set at = at - ${older}, received_at = received_at - ${older}
      where attempt_id = ${attemptId}`)
  })
}
