import type { Queries } from '../../db/connect.ts'
import { staffLooks } from '../../db/schema/staff.ts'

/** Records that somebody of the team saw a person's data: before the reply leaves, in the same transaction where there is one. */
export async function noteLook(queries: Queries, staffId: string, call: string, userId: string): Promise<void> {
  await queries.insert(staffLooks).values({ staffId, call, userId })
}
