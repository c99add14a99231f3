/** Which of a certificate's documents: its page, the credential or picture of one issue, or whether that issue is still valid. */
export type CertificateDocument = 'page' | { credential: number } | { picture: number } | { status: number }

/** Every address has a dot in its last part: workers of all releases leave such addresses to the server. */
export const certificatePath = '/sertyfikat/'

export function addressOf(origin: string, code: string, document: CertificateDocument): string {
  return `${origin}${certificatePath}${code}${endingOf(document)}`
}

function endingOf(document: CertificateDocument): string {
  if (document === 'page') return '.html'
  if ('picture' in document) return `.${document.picture}.png`
  return 'credential' in document ? `.${document.credential}.json` : `.${document.status}.status.json`
}

/** Reads the last part of a certificate's address; null if it has another form. */
export function readAddress(file: string): { code: string; document: CertificateDocument } | null {
  const [, code, page, issue, kind] =
    /^([\w-]{22})(?:(\.html)|\.([1-9]\d{0,5})(\.json|\.status\.json|\.png))$/.exec(file) ?? []
  if (code === undefined) return null
  if (page !== undefined) return { code, document: 'page' }
  const number = Number(issue)
  if (kind === '.png') return { code, document: { picture: number } }
  return { code, document: kind === '.json' ? { credential: number } : { status: number } }
}
