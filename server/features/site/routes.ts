import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type FooterContact, readFooter } from '#contract/footer.ts'
import { siteSettings } from '../../db/schema/catalog.ts'
import { daysOfGrace } from '../legal/days-of-grace.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

/** The name of the footer's contacts in site_settings, in the contract's form. */
export const footerSetting = 'footer'

export function registerSite(app: FastifyInstance, { db, config }: Services): void {
  const { name, taxNumber } = config.seller
  const seller = { name, tax_number: taxNumber, refund_days: daysOfGrace }
  serve(app, readFooter, async () => {
    const [row] = await db.select().from(siteSettings).where(eq(siteSettings.name, footerSetting))
    const { phone_number = null, email = null } = (row?.value ?? {}) as FooterContact
    return { phone_number, email, seller }
  })
}
