/** Types for the parts of untyped packages that verify certificates. */
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<object>
    checkStatus: (options: { credential: object }) => Promise<object>
  }): Promise<{ verified: boolean; error?: Error }>
}
