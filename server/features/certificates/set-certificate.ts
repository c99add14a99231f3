import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Certificate as OwnersView } from '#contract/certificate.ts'
import type { Score } from '#contract/result.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { attempts, certificates, results } from '../../db/schema/attempts.ts'
import { tests } from '../../db/schema/catalog.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { lockAttempt } from '../exams/attempt-repository.ts'
import { addressOf } from './certificate-address.ts'
import type { Facts } from './certificate-facts.ts'
import { type Certificate, certificateOf } from './certificate-standing.ts'
import { makeCredential, nameOn } from './make-credential.ts'

type Needed = Pick<Services, 'db' | 'credentials' | 'publicOrigin' | 'limit'>

/** How the certificate of a person's attempt stands. Throws 404 `not_found` for what is no attempt of theirs. */
export async function readCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  const { facts, name } = await factsOf(services.db, attemptId, userId)
  return present(services, { facts, name, certificate: await certificateOf(services.db, attemptId) })
}

/**
 * Signs a certificate of the newest result and opens its page; one that is open and says the same stays as it is. Throws 404
 * `not_found`, 409 `certificate_unavailable` where there is nothing to certify, 429 `rate_limited`.
 */
export async function openCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  const { db, credentials, publicOrigin, limit } = services
  await limit('certificate', userId)
  // Nobody holds what belongs to somebody else.
  await factsOf(db, attemptId, userId)
  return db.transaction(async (tx) => {
    // A re-score holds the attempt too: what is signed is the newest result, or outdated for all to see.
    await lockAttempt(tx, attemptId)
    const { facts, name } = await factsOf(tx, attemptId, userId)
    if (facts === null) {
      throw new Failure(409, 'certificate_unavailable', 'Сертифікат можна видати лише за екзамен з оцінкою IQ.')
    }
    const before = await certificateOf(tx, attemptId)
    if (before !== undefined && saysTheSame(before, facts, credentials.issuer())) {
      return present(services, { facts, name, certificate: before })
    }
    const at = await databaseNow(tx)
    const code = before?.code ?? randomBytes(16).toString('base64url')
    const issue = (before?.issue ?? 0) + 1
    const made = makeCredential(facts, { issuer: credentials.issuer(), origin: publicOrigin(), code, issue, at })
    const row = {
      code,
      issue,
      resultVersion: facts.version,
      credential: await credentials.sign(made, at),
      issuedAt: at,
      closedAt: null,
    }
    await tx
      .insert(certificates)
      .values({ attemptId, ...row })
      .onConflictDoUpdate({ target: certificates.attemptId, set: row })
    return present(services, { facts, name, certificate: await certificateOf(tx, attemptId) })
  })
}

/** Closes the page: what was signed for it counts as revoked for good. Nothing happens where none is open. */
export async function closeCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  // Whose it is comes first.
  const { facts, name } = await factsOf(services.db, attemptId, userId)
  const closedAt = await databaseNow(services.db)
  await services.db
    .update(certificates)
    .set({ closedAt, credential: null })
    .where(and(eq(certificates.attemptId, attemptId), isNull(certificates.closedAt)))
  return present(services, { facts, name, certificate: await certificateOf(services.db, attemptId) })
}

function saysTheSame({ credential, resultVersion }: Certificate, facts: Facts, issuer: string): boolean {
  if (credential === null || resultVersion !== facts.version) return false
  return credential.issuer.id === issuer && nameOn(credential) === facts.name
}

interface Standing {
  facts: Facts | null
  name: string
  certificate: Certificate | undefined
}

function present({ publicOrigin }: Needed, { facts, name, certificate }: Standing): OwnersView {
  const isOpen = certificate !== undefined && certificate.withdrawal === null
  return {
    available: facts !== null,
    open: isOpen,
    address: isOpen ? addressOf(publicOrigin(), certificate.code, 'page') : null,
    issued_at: isOpen ? certificate.issuedAt.toISOString() : null,
    outdated: certificate?.withdrawal === 're-scored',
    name: isOpen ? nameOn(certificate.credential!) : name,
  }
}

/** What a certificate of a person's attempt would say: null where there is nothing to certify. Throws 404 `not_found`. */
async function factsOf(
  queries: Queries,
  attemptId: string,
  userId: string,
): Promise<{ facts: Facts | null; name: string }> {
  if (!isUuid(attemptId)) throw notFound()
  const [row] = await queries
    .select({ attempt: attempts, user: users, status: purchases.status, title: tests.title, slug: tests.slug })
    .from(attempts)
    .innerJoin(users, eq(users.id, attempts.userId))
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .innerJoin(tests, eq(tests.id, purchases.testId))
    .where(and(eq(attempts.id, attemptId), eq(attempts.userId, userId)))
  if (row === undefined) throw notFound()
  const { attempt, user, status, title, slug } = row
  const name = [user.firstName, user.lastName]
    .map((each) => each.trim())
    .filter(Boolean)
    .join(' ')
  const none = { facts: null, name }
  if (attempt.mode !== 'exam' || attempt.state !== 'graded' || status === 'refunded') return none
  const [result] = await queries
    .select()
    .from(results)
    .where(eq(results.attemptId, attemptId))
    .orderBy(desc(results.version))
    .limit(1)
  if (result === undefined || result.score === null || attempt.submittedAt === null) return none
  const facts: Facts = {
    testTitle: title,
    testSlug: slug,
    name,
    score: result.score as Score,
    correct: result.correct,
    total: result.total,
    late: result.late as Facts['late'],
    submittedAt: attempt.submittedAt,
    version: result.version,
  }
  return { facts, name }
}
