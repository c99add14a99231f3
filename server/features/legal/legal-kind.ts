/** The kinds of stored texts. The three that need consent have the contract's names of consents. */
export const legalKinds = ['privacy', 'disclaimer', 'newsletter', 'offer'] as const
export type LegalKind = (typeof legalKinds)[number]
