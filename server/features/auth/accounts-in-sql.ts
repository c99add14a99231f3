import { demoEmail } from '../../config/local-secrets.ts'

// What statements of features above say of an account or a session where they have to stay one statement: on the path of an exam,
// and where rows of several features are locked in one order. Where a question of its own costs nothing, there is a function.

/** SQL: accounts whose owners may get in, by their `id`, as `isOpen` (open-account.ts) says it. */
export const openAccounts = '(select u.id from users u where u.is_active and u.closed_at is null)'

/** SQL: sessions in which somebody is signed in, by their `id`. */
export const liveSessions = '(select f.id from refresh_families f where f.revoked_at is null and f.expires_at > now())'

/**
 * SQL that keeps the account `u` with this id from being erased until the transaction ends, as `lockAccountShared` does: a join,
 * and a clause that stands before those of purchases and attempts.
 */
export const lockedAccount = (id: string) => ({
  join: `join users u on u.id = ${id}`,
  lock: 'for key share of u',
  /** As `lockAccountAlone` does. */
  lockAlone: 'for no key update of u',
})

/** SQL: that the account `u` of `lockedAccount` is not blocked. */
export const isNotBlocked = 'u.is_active'

/** SQL: that the account `u` of `lockedAccount` has not been erased. */
export const isNotErased = 'u.erased_at is null'

/** SQL: the region that the owner of this account has chosen, to be told of its alarms; empty: none. The id is SQL, too. */
export const regionOf = (id: string) => `(select u.region from users u where u.id = ${id})`

/** SQL: that this account, by its id, which is SQL, is the demonstration's. */
export const isOfDemo = (id: string) => `exists (select from users u where u.id = ${id} and u.email = '${demoEmail}')`
