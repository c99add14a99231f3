import { type DBSchema, openDB } from 'idb'
import { connectionTo } from './connection.ts'

/** A pair of tokens and whose it is; null when the server has not said that yet. */
export interface KeptPair {
  readonly access: string
  readonly refresh: string
  readonly user_id: string | null
}

interface Row {
  readonly format: number
}

/** The session as it last was. Each change raises `seq`; a `pair` of null is the tombstone that a log-out leaves. */
export interface MirrorRow extends Row {
  readonly name: 'mirror'
  readonly seq: number
  readonly pair: KeptPair | null
  /**
   * The end (`tokenEnding`) of the refresh token of the last pair that was found without a number. Local storage may hold that
   * pair again after a crash; it is used up then and not to be believed a second time. Absent when there was none. It outlives a
   * log-out, so it must not be the token itself.
   */
  readonly adopted?: string
}

/** What was last known of the signed-in person, for a start without a network. */
export interface ProfileRow extends Row {
  readonly ownerId: string
  readonly profile: unknown
  /** Milliseconds since 1970 by this device, when the server said so; absent in rows of the first releases. */
  readonly savedAt?: number
}

/** A log-out that the server may not have heard of. */
export interface RevocationRow extends Row {
  readonly refresh: string
  /** Milliseconds since 1970 by this device. */
  readonly madeAt: number
  /** Answers of a server that does not know this call, and when the last was counted; absent before the first. */
  readonly refusals?: { readonly count: number; readonly lastAt: number }
}

/** What must be known of the session after a crash. Like the exam's, the version of this database is never raised. */
export interface SessionDb extends DBSchema {
  mirror: { key: 'mirror'; value: MirrorRow }
  profiles: { key: string; value: ProfileRow }
  revocations: { key: string; value: RevocationRow }
}

const connection = connectionTo<SessionDb>((terminated) =>
  openDB<SessionDb>('session-v1', 1, {
    upgrade(db) {
      db.createObjectStore('mirror', { keyPath: 'name' })
      db.createObjectStore('profiles', { keyPath: 'ownerId' })
      db.createObjectStore('revocations', { keyPath: 'refresh' })
    },
    terminated,
  }),
)

export const withSessionDb = connection.use
export const closeSessionDb = connection.close
export const sessionRowFormat = 1
