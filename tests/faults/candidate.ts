import { eq } from 'drizzle-orm'
import { refreshFamilies } from '../../server/db/schema/accounts.ts'
import type { TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer } from '../support/person.ts'
import type { World } from './world.ts'

/** A person who owns a test of six questions and has it open in no browser, and a stranger. */
export interface Candidate {
  userId: string
  email: string
  strangerEmail: string
  purchaseId: string
  /** Ends all sessions of the person, as an administrator or a changed password does. */
  revoke(): Promise<void>
}

export async function enrol(world: World): Promise<Candidate> {
  // Registration needs only the server's address, and a purchase only its database.
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
