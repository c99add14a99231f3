import type { FastifyInstance } from 'fastify'
import { sendFeedback } from '#contract/feedback.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** Letters to the shop: kept, and passed on to the seller's address in the same transaction. */
export function registerFeedback(app: FastifyInstance, { config, db, jobs, limit }: Services): void {
  serve(app, sendFeedback, async ({ body, user, request }) => {
    await limit('feedback-address', request.ip)
    const { email, type_of_appeal } = body
    const message = body.message.replaceAll('\0', '')
    await db.transaction(async (tx) => {
      await tx
        .insert(feedbackMessages)
        .values({ userId: user?.id ?? null, email, message, typeOfAppeal: type_of_appeal ?? null })
      await queueMail(tx, jobs, {
        to: config.seller.email,
        subject: `Звернення від ${email}`,
        text: [`Від: ${email}${user ? ` (обліковий запис ${user.email})` : ' (без входу)'}`, '', message].join('\n'),
      })
    })
    return { detail: 'Дякуємо! Ми отримали ваше повідомлення й відповімо на електронну пошту.' }
  })
}
