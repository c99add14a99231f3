import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { certificates } from '../../db/schema/attempts.ts'
import { isPublished } from '../../signing/signing-keys.ts'
import { accountOwners } from '../auth/account-owners.ts'
import { attemptStates } from '../exams/attempt-states.ts'
import { isOfFirstModel, newestVersionOf } from '../exams/result/result-versions.ts'
import { purchaseStates } from '../purchases/purchase-states.ts'
import { cautionKey } from './certificate-facts.ts'
import type { SignedCredential } from './make-credential.ts'

/** Why a certificate is not valid. Every look checks it again, so no other code has to withdraw a certificate. */
export type Withdrawal = 'closed' | 'away' | 'refunded' | 'key-void' | 're-scored' | 'unwarned'

export interface Certificate {
  code: string
  issue: number
  issuedAt: Date
  resultVersion: number
  /** Null if it is not valid. */
  credential: SignedCredential | null
  withdrawal: Withdrawal | null
}

/** The certificate of an address; undefined if there is none, or its account is gone. */
export async function findCertificate(queries: Queries, code: string): Promise<Certificate | undefined> {
  const [row] = await read(queries).where(eq(certificates.code, code))
  return row && present(row)
}

export async function certificateOf(queries: Queries, attemptId: string): Promise<Certificate | undefined> {
  const [row] = await read(queries).where(eq(certificates.attemptId, attemptId))
  return row && present(row)
}

/** Most certificates in a list; nobody has more to show. */
const mostListed = 50

/** The valid certificates of a person, the newest first. */
export async function certificatesOf(
  queries: Queries,
  userId: string,
): Promise<(Certificate & { attemptId: string })[]> {
  const theirs = and(eq(purchaseStates.userId, userId), eq(attemptStates.mode, 'exam'), isNull(certificates.closedAt))
  const rows = await read(queries).where(theirs).orderBy(desc(certificates.issuedAt)).limit(mostListed)
  const all = rows.map((row) => ({ ...present(row), attemptId: row.certificate.attemptId }))
  return all.filter(({ withdrawal }) => withdrawal === null)
}

/** Whether the certificate's key is still published: an operator who deletes the key's row voids everything that it signed. */
const isKeyPublished = isPublished(
  'certificate',
  sql`split_part(${certificates.credential} #>> '{proof,0,verificationMethod}', '#', 2)`,
)

/** Whether the certificate has a score of our first rules, whose interval is too narrow, without the caution that says so. */
const isUnwarned = sql<boolean>`${certificates.credential} is not null
  and not exists (select from jsonb_array_elements(${certificates.credential} #> '{credentialSubject,result}') said
    where said ->> 'resultDescription' like ${`%#${cautionKey}`})
  and ${isOfFirstModel(certificates.attemptId, certificates.resultVersion)}`

function read(queries: Queries) {
  return queries
    .select({
      certificate: certificates,
      isAway: accountOwners.isAway,
      purchaseStatus: purchaseStates.status,
      newestVersion: newestVersionOf(certificates.attemptId).mapWith(Number),
      isKeyPublished,
      isUnwarned,
    })
    .from(certificates)
    .innerJoin(attemptStates, eq(attemptStates.id, certificates.attemptId))
    .innerJoin(purchaseStates, eq(purchaseStates.id, attemptStates.purchaseId))
    .innerJoin(accountOwners, eq(accountOwners.id, attemptStates.userId))
}

type Row = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number]

function present(row: Row): Certificate {
  const { code, issue, issuedAt, resultVersion, credential } = row.certificate
  const withdrawal = withdrawalOf(row)
  return {
    code,
    issue,
    issuedAt,
    resultVersion,
    credential: withdrawal === null ? (credential as SignedCredential) : null,
    withdrawal,
  }
}

function withdrawalOf(row: Row): Withdrawal | null {
  const {
    certificate,
    isAway,
    purchaseStatus,
    newestVersion: newest,
    isKeyPublished: isSigned,
    isUnwarned: lacksCaution,
  } = row
  if (isAway) return 'away'
  if (certificate.closedAt !== null) return 'closed'
  if (purchaseStatus === 'refunded') return 'refunded'
  if (!isSigned) return 'key-void'
  if (newest !== certificate.resultVersion) return 're-scored'
  return lacksCaution ? 'unwarned' : null
}
