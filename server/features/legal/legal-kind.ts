/** Under which kind each text is kept; the three that one can consent to are named as the contract names the consents. */
export const legalKinds = ['privacy', 'disclaimer', 'newsletter', 'offer'] as const
export type LegalKind = (typeof legalKinds)[number]
