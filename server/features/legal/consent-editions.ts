import { and, eq } from 'drizzle-orm'
import type { Consent } from '#contract/auth.ts'
import type { Queries } from '../../db/connect.ts'
import { legalTexts } from '../../db/schema/catalog.ts'
import { Failure } from '../../failure.ts'
import { versionInForce } from './newest-legal-text.ts'

/** A consent to an edition that exists. */
export type RecordedConsent = Pick<Consent, 'kind' | 'accepted'> & { version: string }

/** Gives each consent its edition: the named one, or the one in force. Throws 400 `unknown_edition` if it does not exist. */
export async function withEditions(queries: Queries, given: readonly Consent[]): Promise<RecordedConsent[]> {
  const recorded: RecordedConsent[] = []
  for (const { kind, accepted, version: named } of given) {
    const version = isNamed(named) ? await published(queries, kind, named) : await inForce(queries, kind)
    recorded.push({ kind, accepted, version })
  }
  return recorded
}

/** Our client sends this for another server's text without a number. */
const noVersion = 'unversioned'
const isNamed = (version: Consent['version']): version is string => version != null && version !== noVersion

async function published(queries: Queries, kind: Consent['kind'], version: string): Promise<string> {
  const isIt = and(eq(legalTexts.kind, kind), eq(legalTexts.version, version))
  const [text] = await queries.select({ version: legalTexts.version }).from(legalTexts).where(isIt)
  if (text === undefined) throw unknownEdition()
  return text.version
}

async function inForce(queries: Queries, kind: Consent['kind']): Promise<string> {
  const version = await versionInForce(queries, kind)
  if (version === undefined) throw unknownEdition()
  return version
}

function unknownEdition(): Failure {
  const sentence = 'Такої редакції документа немає. Оновіть сторінку, перегляньте документи й погодьтеся ще раз.'
  return new Failure(400, 'unknown_edition', sentence, { fields: { consents: sentence } })
}
