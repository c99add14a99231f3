import { eq } from 'drizzle-orm'
import { refreshFamilies } from '../../server/db/schema/accounts.ts'
import type { TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import type { World } from './world.ts'

/** Somebody who owns a test of six questions and sits it in no browser yet, and somebody with no part in it. */
export interface Candidate {
  userId: string
  email: string
  strangerEmail: string
  purchaseId: string
  /** All sessions of the person end, as an administrator or a changed password ends them. */
  revoke(): Promise<void>
}

export async function enrol(world: World): Promise<Candidate> {
  // All that registration asks of a server is its address, and a purchase its database.
  const at = { origin: world.origin()! } as TestServer
  const person = await newcomer(at)
  const stranger = await newcomer(at)
  const purchaseId = await world.behindTheScenes((db) =>
    givePurchase({ services: { db } } as TestServer, person, 'verbalnij-proba'),
  )
  return {
    userId: person.userId!,
    email: person.email!,
    strangerEmail: stranger.email!,
    purchaseId,
    revoke: () =>
      world.behindTheScenes(async (db) => {
        await db
          .update(refreshFamilies)
          .set({ revokedAt: new Date(), revokedBecause: 'test' })
          .where(eq(refreshFamilies.userId, person.userId!))
      }),
  }
}
