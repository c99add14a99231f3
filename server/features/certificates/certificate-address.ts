/** Which of a certificate's documents: its page, the credential of one issue, or whether that issue still holds. */
export type CertificateDocument = 'page' | { credential: number } | { status: number }

/** Every address has a dot in its last part: workers of all releases leave such ones to the server. */
export const certificatePath = '/sertyfikat/'

export function addressOf(origin: string, code: string, document: CertificateDocument): string {
  return `${origin}${certificatePath}${code}${endingOf(document)}`
}

function endingOf(document: CertificateDocument): string {
  if (document === 'page') return '.html'
  return 'credential' in document ? `.${document.credential}.json` : `.${document.status}.status.json`
}

/** What the last part of such an address asks for; null for what is none. */
export function readAddress(file: string): { code: string; document: CertificateDocument } | null {
  const [, code, page, issue, status] = /^([\w-]{22})(?:(\.html)|\.([1-9]\d{0,5})(\.status)?\.json)$/.exec(file) ?? []
  if (code === undefined) return null
  if (page !== undefined) return { code, document: 'page' }
  const number = Number(issue)
  return { code, document: status === undefined ? { credential: number } : { status: number } }
}
