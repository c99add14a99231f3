import { eq, inArray, sql } from 'drizzle-orm'
import { normalEmail } from '#contract/email-address.ts'
import type { Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'

type UserRow = typeof users.$inferSelect

export async function findOwnAccount(queries: Queries, userId: string): Promise<UserRow | undefined> {
  const [account] = await queries.select().from(users).where(eq(users.id, userId))
  return account
}

/** The address and first name for a letter about an account. The caller has locked the account, so it exists. */
export async function findRecipient(queries: Queries, userId: string): Promise<Pick<UserRow, 'email' | 'firstName'>> {
  const { email, firstName } = users
  const [recipient] = await queries.select({ email, firstName }).from(users).where(eq(users.id, userId))
  return recipient!
}

/** The names and phone number of a person, for a text; undefined if there is no such account. */
export async function findNames(
  queries: Queries,
  userId: string,
): Promise<Pick<UserRow, 'firstName' | 'lastName' | 'phoneNumber'> | undefined> {
  const { firstName, lastName, phoneNumber } = users
  const [names] = await queries.select({ firstName, lastName, phoneNumber }).from(users).where(eq(users.id, userId))
  return names
}

/** The age and schooling that these people gave for the calibration of items, by their ids. */
export async function findAgesAndSchoolings(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, Pick<UserRow, 'age' | 'schooling'>>> {
  const { id, age, schooling } = users
  const rows = await queries.select({ id, age, schooling }).from(users).where(inArray(id, userIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** What people may change of their account as they like; an unset field stays. */
export type OwnChange = Partial<
  Pick<UserRow, 'firstName' | 'lastName' | 'description' | 'gender' | 'phoneNumber' | 'region' | 'age' | 'schooling'>
>

export async function changeOwnAccount(queries: Queries, userId: string, change: OwnChange): Promise<void> {
  if (Object.keys(change).length > 0) await queries.update(users).set(change).where(eq(users.id, userId))
}

/** The id of the account with this address, in upper or lower case; undefined if there is none. */
export async function findAccountId(queries: Queries, email: string): Promise<string | undefined> {
  const isTheirs = eq(sql`lower(${users.email})`, normalEmail(email).toLowerCase())
  const [account] = await queries.select({ id: users.id }).from(users).where(isTheirs)
  return account?.id
}
