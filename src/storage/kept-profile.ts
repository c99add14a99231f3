import { type ProfileRow, sessionRowFormat, withSessionDb } from './session-db.ts'

/**
 * Keeps what the server said of the signed-in person at `savedAt`, in milliseconds since 1970. Losing it costs a name in
 * the header, offline.
 */
export function keepProfile(ownerId: string, profile: unknown, savedAt: number): Promise<void> {
  return withSessionDb(async (db) => {
    const tx = db.transaction(['mirror', 'profiles'], 'readwrite')
    const mirror = await tx.objectStore('mirror').get('mirror')
    // The reply may come after the log-out, or after another person's log-in: nothing of its owner stays behind then.
    if (mirror?.pair?.user_id === ownerId) {
      await tx.objectStore('profiles').clear()
      await tx.objectStore('profiles').put({ format: sessionRowFormat, ownerId, profile, savedAt })
    }
    await tx.done
  })
}

/** As it was kept, its profile unparsed: a release of another day may have written it. */
export function readKeptProfile(ownerId: string): Promise<ProfileRow | undefined> {
  return withSessionDb((db) => db.get('profiles', ownerId))
}
