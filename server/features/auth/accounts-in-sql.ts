import { demoEmail } from '../../config/local-secrets.ts'

// SQL about accounts and sessions for features above that need a single statement: on the critical path of an exam, or to lock
// rows of several features in one order. If a separate query costs nothing, there is a function instead.

/** SQL: ids of accounts that are open by the rule of `isOpen` (open-account.ts). */
export const openAccounts = '(select u.id from users u where u.is_active and u.closed_at is null)'

/** SQL: ids of live sessions. */
export const liveSessions = '(select f.id from refresh_families f where f.revoked_at is null and f.expires_at > now())'

/** SQL of `lockAccountShared` for the account `u` with this id: a join, and a clause before those of purchases and attempts. */
export const lockedAccount = (id: string) => ({
  join: `join users u on u.id = ${id}`,
  lock: 'for key share of u',
  /** The lock of `lockAccountAlone`. */
  lockAlone: 'for no key update of u',
})

/** SQL: whether the account `u` of `lockedAccount` is not blocked. */
export const isNotBlocked = 'u.is_active'

/** SQL: whether the account `u` of `lockedAccount` is not erased. */
export const isNotErased = 'u.erased_at is null'

/** SQL: the region in which the owner of this account wants to hear of alarms; empty if none. `id` is SQL, too. */
export const regionOf = (id: string) => `(select u.region from users u where u.id = ${id})`

/** SQL: whether this account is the demonstration's. `id` is SQL, too. */
export const isOfDemo = (id: string) => `exists (select from users u where u.id = ${id} and u.email = '${demoEmail}')`
