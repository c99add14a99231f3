import type { FastifyInstance } from 'fastify'
import { disclaimer, type ExpiredPurchase, newsletterAgreement, offer, privacyPolicy } from '#contract/legal.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { LegalKind } from './legal-kind.ts'
import { newestLegalText } from './newest-legal-text.ts'

/** What a signed-in person gets with each text. */
interface OwnNews {
  unread: number
  expired: ExpiredPurchase[]
}

/**
 * Serves the four legal texts. With a valid Bearer they carry the caller's unread count and expired purchases (S3.10), which
 * `theirs` reads. Any other Bearer makes a guest: everybody may read what they agree to, even with a broken session.
 */
export function registerLegal(
  app: FastifyInstance,
  { db }: Services,
  theirs: (userId: string) => Promise<OwnNews>,
): void {
  const forAll = { expiredAsGuest: true }
  serve(
    app,
    privacyPolicy,
    async ({ user }) => ({ ...(await own(user)), privacy_policy: await newest('privacy') }),
    forAll,
  )
  serve(app, disclaimer, async ({ user }) => ({ ...(await own(user)), disclaimer: await newest('disclaimer') }), forAll)
  serve(
    app,
    newsletterAgreement,
    async ({ user }) => ({ ...(await own(user)), agreement: await newest('newsletter') }),
    forAll,
  )
  serve(app, offer, async ({ user }) => ({ ...(await own(user)), offer: await newest('offer') }), forAll)

  async function newest(kind: LegalKind) {
    const text = await newestLegalText(db, kind)
    if (text === undefined) return null
    const { title, contentHtml, version, publishedAt } = text
    return { title, content: contentHtml, version, published_at: publishedAt.toISOString() }
  }

  async function own(user: SignedInUser | null) {
    if (user === null) return { notification_count: 0, expired: [] }
    const { unread, expired } = await theirs(user.id)
    return { notification_count: unread, expired }
  }
}
