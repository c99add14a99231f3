import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { letterRequests, users } from '../../db/schema/accounts.ts'
import type { Services } from '../../services.ts'
import { isOpen } from './open-account.ts'
import { sendResetLetter } from './reset-password.ts'
import { lettersAtOnce } from '../mail/deliver-mail.ts'
import { type SignInRequest, sendSignInLetter } from './sign-in-link.ts'

/** A request for a letter to an address, whether or not an account has it. */
export type LetterRequest =
  | { readonly kind: 'password-reset'; readonly email: string }
  | ({ readonly kind: 'sign-in-link' } & SignInRequest)

/** Stores the request for a job. The address is looked up after the answer, whose content and time thus show nothing (S19). */
export async function requestLetter({ db, jobs }: Services, request: LetterRequest): Promise<void> {
  await db.transaction(async (tx) => {
    const [kept] = await tx.insert(letterRequests).values({ request }).returning({ id: letterRequests.id })
    await jobs.add(tx, 'answer-letter-request', { request_id: kept!.id })
  })
}

/** Starts the work on the jobs of `requestLetter`. */
export function startLetterRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onReady', async () =>
    services.jobs.work('answer-letter-request', ({ request_id }) => answerRequest(services, request_id), lettersAtOnce),
  )
}

/** Queues the letter if the address is known and its account open. Deletes the request in any case, so it is answered once. */
async function answerRequest(services: Services, requestId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [kept] = await tx.delete(letterRequests).where(eq(letterRequests.id, requestId)).returning()
    if (kept === undefined) return
    const request = kept.request as LetterRequest
    const [account] = await tx
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, request.email.toLowerCase()))
    if (account === undefined || !isOpen(account)) return
    if (request.kind === 'password-reset') await sendResetLetter(tx, services, account)
    else await sendSignInLetter(tx, services, account, request)
  })
}

/** Drops requests of failed jobs after a day: they hold addresses of people. */
export async function forgetOldLetterRequests(db: Database): Promise<void> {
  await db.delete(letterRequests).where(sql`${letterRequests.createdAt} < now() - interval '1 day'`)
}
