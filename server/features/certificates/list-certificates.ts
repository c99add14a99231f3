import type { HeldCertificate } from '#contract/certificate.ts'
import type { Services } from '../../services.ts'
import { addressOf } from './certificate-address.ts'
import { whichKey } from './certificate-facts.ts'
import { renamed } from './certificate-page.ts'
import { certificatesOf } from './certificate-validity.ts'
import { nameOn, type SignedCredential } from './make-credential.ts'

/** What a person may show of themselves: each certificate of theirs that holds, read from its signed document. */
export async function listCertificates(
  { db, publicOrigin }: Pick<Services, 'db' | 'publicOrigin'>,
  userId: string,
): Promise<{ results: HeldCertificate[] }> {
  const certificates = await certificatesOf(db, userId)
  return {
    results: certificates.map(({ attemptId, code, issuedAt, credential }) => ({
      attempt_id: attemptId,
      address: addressOf(publicOrigin(), code, 'page'),
      issued_at: issuedAt.toISOString(),
      taken_at: credential!.awardedDate,
      test: credential!.name,
      name: nameOn(credential!),
      iq: saidIn(credential!, 'iq'),
      interval: renamed(saidIn(credential!, 'interval')),
      which: saidIn(credential!, whichKey),
    })),
  }
}

/** What is signed under this key; '' where nothing is. */
function saidIn({ credentialSubject: { result } }: SignedCredential, key: string): string {
  return result.find(({ resultDescription }) => resultDescription.endsWith(`#${key}`))?.value ?? ''
}
