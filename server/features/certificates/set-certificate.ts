import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Certificate as OwnersView } from '#contract/certificate.ts'
import { seenName } from '#contract/pasted-text.ts'
import type { Score } from '#contract/result.ts'
import { databaseNow, type Queries } from '../../db/connect.ts'
import { certificates } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound } from '../../failure.ts'
import type { Services } from '../../services.ts'
import { accountOwners } from '../auth/account-owners.ts'
import { testNames } from '../catalog/test-names.ts'
import { takenAt } from '../exams/attempt-clock.ts'
import { lockAttempt } from '../exams/attempt-repository.ts'
import { attemptStates } from '../exams/attempt-states.ts'
import { withModel } from '../exams/result/read-result.ts'
import { findNewestVersion } from '../exams/result/result-versions.ts'
import { purchaseStates } from '../purchases/purchase-states.ts'
import { addressOf } from './certificate-address.ts'
import type { Facts } from './certificate-facts.ts'
import { type Certificate, certificateOf, type Withdrawal } from './certificate-validity.ts'
import { makeCredential, nameOn } from './make-credential.ts'

type Needed = Pick<Services, 'db' | 'credentials' | 'publicOrigin' | 'limit'>

/** The state of the certificate of a person's attempt. Throws 404 `not_found` if the attempt is not theirs. */
export async function readCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  const { facts, name } = await factsOf(services.db, attemptId, userId)
  return present(services, { facts, name, certificate: await certificateOf(services.db, attemptId) })
}

/**
 * Signs a certificate of the newest result and opens its page. An open certificate that says the same stays. Throws 404
 * `not_found`, 409 `certificate_unavailable` if there is nothing to certify or this process has a voided key, 429 `rate_limited`.
 */
export async function openCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  const { db, credentials, publicOrigin, limit } = services
  await limit('certificate', userId)
  // Throws before the lock: nobody locks another person's attempt.
  await factsOf(db, attemptId, userId)
  return db.transaction(async (tx) => {
    // A re-score locks the attempt too: the newest result is signed, or the certificate is visibly outdated.
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
    const certificate = await certificateOf(tx, attemptId)
    // A certificate with a voided key would be withdrawn at the first look. The throw keeps the earlier certificate.
    if (certificate?.withdrawal === 'key-void') {
      throw new Failure(409, 'certificate_unavailable', 'Ключ підпису саме замінюють. Спробуйте трохи пізніше.')
    }
    return present(services, { facts, name, certificate })
  })
}

/** Closes the page and revokes its certificate for good. Without an open page it does nothing. */
export async function closeCertificate(services: Needed, attemptId: string, userId: string): Promise<OwnersView> {
  const { db } = services
  // Throws for another person's attempt.
  const { facts, name } = await factsOf(db, attemptId, userId)
  return db.transaction(async (tx) => {
    // Waits for an opening that is under way.
    await lockAttempt(tx, attemptId)
    const closedAt = await databaseNow(tx)
    await tx
      .update(certificates)
      .set({ closedAt, credential: null })
      .where(and(eq(certificates.attemptId, attemptId), isNull(certificates.closedAt)))
    return present(services, { facts, name, certificate: await certificateOf(tx, attemptId) })
  })
}

/** False for a withdrawn certificate, also after its key was voided: it has no document. */
function saysTheSame({ credential, resultVersion }: Certificate, facts: Facts, issuer: string): boolean {
  if (credential === null || resultVersion !== facts.version) return false
  return credential.issuer.id === issuer && nameOn(credential) === facts.name
}

/** Withdrawals that the owner mends with one press, by a new certificate at the same address. */
const renewable: readonly (Withdrawal | null)[] = ['re-scored', 'key-void', 'unwarned']

interface CertificateNow {
  facts: Facts | null
  name: string
  certificate: Certificate | undefined
}

function present({ publicOrigin }: Needed, { facts, name, certificate }: CertificateNow): OwnersView {
  const isOpen = certificate !== undefined && certificate.withdrawal === null
  return {
    available: facts !== null,
    open: isOpen,
    address: isOpen ? addressOf(publicOrigin(), certificate.code, 'page') : null,
    issued_at: isOpen ? certificate.issuedAt.toISOString() : null,
    outdated: renewable.includes(certificate?.withdrawal ?? null),
    name: isOpen ? nameOn(certificate.credential!) : name,
  }
}

/** The facts of a certificate of a person's attempt; null if there is nothing to certify. Throws 404 `not_found`. */
async function factsOf(queries: Queries, attemptId: string, userId: string) {
  const { graded, name } = await readGraded(queries, attemptId, userId)
  const facts: Facts | null = graded?.score == null ? null : { ...graded, score: graded.score, name }
  return { facts, name }
}

/** A graded exam that was not refunded; its score is null if it was withheld. */
export interface GradedExam extends Omit<Facts, 'score' | 'name'> {
  score: Score | null
  /** Why there is no score, in words for the person; null if there is one. */
  withheld: string | null
  purchaseId: string
}

/** A person's attempt as it was graded (null if it is no such exam), and their name. Throws 404 `not_found`. */
export async function readGraded(
  queries: Queries,
  attemptId: string,
  userId: string,
): Promise<{ graded: GradedExam | null; name: string }> {
  if (!isUuid(attemptId)) throw notFound()
  const [row] = await queries
    .select({
      mode: attemptStates.mode,
      purchaseId: attemptStates.purchaseId,
      state: attemptStates.state,
      startedAt: attemptStates.startedAt,
      submittedAt: attemptStates.submittedAt,
      closedBy: attemptStates.closedBy,
      firstName: accountOwners.firstName,
      lastName: accountOwners.lastName,
      status: purchaseStates.status,
      title: testNames.title,
      slug: testNames.slug,
      testId: testNames.id,
    })
    .from(attemptStates)
    .innerJoin(accountOwners, eq(accountOwners.id, attemptStates.userId))
    .innerJoin(purchaseStates, eq(purchaseStates.id, attemptStates.purchaseId))
    .innerJoin(testNames, eq(testNames.id, purchaseStates.testId))
    .where(and(eq(attemptStates.id, attemptId), eq(attemptStates.userId, userId)))
  if (row === undefined) throw notFound()
  const name = [row.firstName, row.lastName].map(seenName).filter(Boolean).join(' ')
  const none = { graded: null, name }
  if (row.mode !== 'exam' || row.state !== 'graded' || row.status === 'refunded') return none
  const result = await findNewestVersion(queries, attemptId)
  const taken = takenAt(row, row.closedBy)
  if (result === undefined || taken === null) return none
  const graded: GradedExam = {
    testTitle: row.title,
    testSlug: row.slug,
    purchaseId: row.purchaseId,
    score: result.score === null ? null : withModel(result.score as Score),
    withheld: (result.scoreWithheld as { text: string } | null)?.text ?? null,
    correct: result.correct,
    total: result.total,
    late: result.late as Facts['late'],
    pauses: result.pauses as Facts['pauses'],
    takenAt: taken,
    version: result.version,
    place: await placeOf(queries, { id: attemptId, userId, ...row }),
  }
  return { graded, name }
}

/** Which of a person's graded exams of a test this one is, by the time of its submission. */
async function placeOf(
  queries: Queries,
  { id, userId, submittedAt, testId }: { id: string; userId: string; submittedAt: Date | null; testId: string },
): Promise<number> {
  const ofTest = and(eq(purchaseStates.userId, userId), eq(purchaseStates.testId, testId))
  const graded = and(eq(attemptStates.mode, 'exam'), eq(attemptStates.state, 'graded'))
  const upToIt = sql`(${attemptStates.submittedAt}, ${attemptStates.id}) <= (${submittedAt!.toISOString()}::timestamptz, ${id}::uuid)`
  const [counted] = await queries
    .select({ place: count() })
    .from(attemptStates)
    .innerJoin(purchaseStates, eq(purchaseStates.id, attemptStates.purchaseId))
    .where(and(ofTest, graded, upToIt))
  return counted!.place
}
