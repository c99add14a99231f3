import { scoringPage } from '#contract/public-pages.ts'
import { siteName } from '../../html/link-preview.ts'
import type { Proof, Unsigned } from '../../signing/credential-signer.ts'
import { addressOf } from './certificate-address.ts'
import { type Facts, statementsOf } from './certificate-facts.ts'

/** The part of an Open Badge 3.0 (AchievementCredential) that is used here. */
export interface Credential extends Unsigned {
  id: string
  type: string[]
  issuer: { id: string; type: string[]; name: string; url: string }
  name: string
  validFrom: string
  awardedDate: string
  credentialSubject: {
    type: string[]
    identifier?: { type: string; hashed: boolean; identityHash: string; identityType: string }[]
    achievement: {
      id: string
      type: string[]
      achievementType: string
      inLanguage: string
      name: string
      description: string
      criteria: { id: string; narrative: string }
      resultDescription: { id: string; type: string[]; name: string; resultType: string; valueMax?: string }[]
    }
    result: { type: string[]; resultDescription: string; value: string }[]
  }
  credentialSchema: { id: string; type: string }[]
  credentialStatus: { id: string; type: string }
}
export type SignedCredential = Credential & { proof: [Proof] }

const iri = {
  credentials: 'https://www.w3.org/ns/credentials/v2',
  openBadges: 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  /** Names of the kinds of schema and of status in Open Badges. */
  extensions: 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
  schema: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
}

/** The signed text also says what we neither ask nor prove, because people read a certificate without its page. */
const narrative =
  'Екзамен з обмеженням часу, складений онлайн без нагляду. Ім’я вказала сама людина; документів ми не перевіряли.'

interface Issue {
  issuer: string
  origin: string
  code: string
  issue: number
  at: Date
}

/** Makes the unsigned credential of a result. It uses terms of Open Badges only, none of our own. */
export function makeCredential(facts: Facts, { issuer, origin, code, issue, at }: Issue): Credential {
  const statements = statementsOf(facts)
  const achievement = `${origin}/tests/${encodeURIComponent(facts.testSlug)}`
  const describing = (key: string) => `${achievement}#${key}`
  return {
    '@context': [iri.credentials, iri.openBadges, iri.extensions],
    id: addressOf(origin, code, { credential: issue }),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: issuer, type: ['Profile'], name: siteName, url: origin },
    name: facts.testTitle,
    validFrom: at.toISOString(),
    awardedDate: facts.takenAt.toISOString(),
    credentialSubject: {
      type: ['AchievementSubject'],
      ...(facts.name !== '' && {
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: facts.name, identityType: 'name' }],
      }),
      achievement: {
        id: achievement,
        type: ['Achievement'],
        achievementType: 'Assessment',
        inLanguage: 'uk',
        name: facts.testTitle,
        description: `Екзамен «${facts.testTitle}» на сайті «${siteName}».`,
        criteria: { id: `${origin}${scoringPage}`, narrative },
        resultDescription: statements.map(({ key, name, resultType, valueMax }) => ({
          id: describing(key),
          type: ['ResultDescription'],
          name,
          resultType,
          ...(valueMax !== undefined && { valueMax }),
        })),
      },
      result: statements.map(({ key, value }) => ({
        type: ['Result'],
        resultDescription: describing(key),
        value,
      })),
    },
    credentialSchema: [{ id: iri.schema, type: '1EdTechJsonSchemaValidator2019' }],
    credentialStatus: { id: addressOf(origin, code, { status: issue }), type: '1EdTechRevocationList' },
  }
}

/** The name in a credential; empty if it has none. */
export function nameOn({ credentialSubject }: Credential): string {
  return credentialSubject.identifier?.[0]?.identityHash ?? ''
}

/** The signed value of this key (`statementsOf`); '' if there is none. */
export function saidIn({ credentialSubject: { result } }: Credential, key: string): string {
  return result.find(({ resultDescription }) => resultDescription.endsWith(`#${key}`))?.value ?? ''
}
