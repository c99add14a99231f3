import type { users } from '../../db/schema/accounts.ts'

export type Account = typeof users.$inferSelect

/** Whether the account's owner may get in: we have not blocked it, and its owner has not closed it. */
export function isOpen({ isActive, closedAt }: Pick<Account, 'isActive' | 'closedAt'>): boolean {
  return isActive && closedAt === null
}
