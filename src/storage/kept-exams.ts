import { withDb } from './exam-db.ts'
import type { AttemptRow } from './exam-rows.ts'

/** Every exam of this owner that this browser has kept, whatever became of it. */
export function keptExams(ownerId: string): Promise<AttemptRow[]> {
  return withDb(async (db) =>
    (await db.getAll('attempts')).filter((row) => row.ownerId === ownerId && row.mode === 'exam'),
  )
}
