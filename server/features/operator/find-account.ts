import { between, eq, sql } from 'drizzle-orm'
import { normalEmail } from '#contract/email-address.ts'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Account } from '../auth/open-account.ts'
import { idsOfNumber } from '../purchases/order-number.ts'

/** Locks the account of this address or id until the transaction ends. Throws OperatorMistake. */
export async function lockAccount(tx: Queries, who: string): Promise<Account> {
  const [account] = await tx.select().from(users).where(isWho(who)).for('update')
  if (account === undefined) throw new OperatorMistake(`There is no account ${who}.`)
  return account
}

/** The account of this address or id. Throws OperatorMistake. */
export async function requireAccount(queries: Queries, who: string): Promise<Account> {
  const [account] = await queries.select().from(users).where(isWho(who))
  if (account === undefined) throw new OperatorMistake(`There is no account ${who}.`)
  return account
}

/** The account of an address, its own id, an order's number, or a purchase's, order's or attempt's id. Throws OperatorMistake. */
export async function requireAccountBehind(queries: Queries, what: string): Promise<Account> {
  const ofNumber = idsOfNumber(what)
  if (ofNumber !== null) return requireAccount(queries, await findBuyer(queries, what, ofNumber))
  if (!isUuid(what)) return requireAccount(queries, what)
  const [own] = await queries.select().from(users).where(eq(users.id, what))
  if (own !== undefined) return own
  const ownerId = await findOwner(queries, what)
  if (ownerId === undefined) throw new OperatorMistake(`Nothing is known by ${what}.`)
  return requireAccount(queries, ownerId)
}

function isWho(who: string) {
  if (who.includes('@')) return eq(sql`lower(${users.email})`, normalEmail(who).toLowerCase())
  if (isUuid(who)) return eq(users.id, who)
  throw new OperatorMistake(`${who} is neither an e-mail address nor an id.`)
}

/** The buyer of the order with this number. Throws if orders share it: among a million orders some hundred pairs do. */
async function findBuyer(queries: Queries, number: string, [least, greatest]: [string, string]): Promise<string> {
  const found = await queries
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .where(between(orders.id, least, greatest))
    .limit(10)
  if (found.length === 1) return found[0]!.userId
  if (found.length === 0) throw new OperatorMistake(`There is no order ${number}.`)
  throw new OperatorMistake(`Several orders have the number ${number}: ${found.map(({ id }) => id).join(', ')}.`)
}

async function findOwner(queries: Queries, id: string): Promise<string | undefined> {
  const [order] = await queries.select({ userId: orders.userId }).from(orders).where(eq(orders.id, id))
  if (order !== undefined) return order.userId
  const [purchase] = await queries.select({ userId: purchases.userId }).from(purchases).where(eq(purchases.id, id))
  if (purchase !== undefined) return purchase.userId
  const [attempt] = await queries.select({ userId: attempts.userId }).from(attempts).where(eq(attempts.id, id))
  return attempt?.userId
}
