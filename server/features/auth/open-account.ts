import type { users } from '../../db/schema/accounts.ts'

export type Account = typeof users.$inferSelect

/** Whether its owner may get in: not switched off by us, and not closed by its owner. */
export function isOpen({ isActive, closedAt }: Pick<Account, 'isActive' | 'closedAt'>): boolean {
  return isActive && closedAt === null
}
