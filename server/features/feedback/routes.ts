import type { FastifyInstance } from 'fastify'
import type { z } from 'zod/mini'
import { addressAsRead } from '#contract/address-as-read.ts'
import { type appealTypes, sendFeedback } from '#contract/feedback.ts'
import { feedbackMessages } from '../../db/schema/catalog.ts'
import type { SignedInUser } from '../../http/signed-in-user.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** Names of the types for the operator. */
const appeals: Record<(typeof appealTypes)[number], string> = {
  general: 'загальне звернення',
  authorized_user_appeal: 'звернення користувача, який увійшов',
  unauthorized_user_appeal: 'звернення без входу',
}

/**
 * Takes letters to the shop: stores each, and forwards it to the seller in the same transaction. Replies go to the author's
 * address: nobody has proven it, but it is a single address, and our letters ask no program for an answer (`automatic`).
 */
export function registerFeedback(app: FastifyInstance, services: Services): void {
  serve(
    app,
    sendFeedback,
    async ({ body, user, request }) => {
      await services.limit('feedback-address', request.ip)
      await takeLetter(services, body, user)
      return { detail: 'Дякуємо! Ми отримали ваше повідомлення й відповімо на електронну пошту.' }
    },
    { errorsInMessage: true },
  )
}

type Letter = z.output<(typeof sendFeedback)['body']>

async function takeLetter(
  { config, db, jobs }: Services,
  { email, message, type_of_appeal }: Letter,
  user: SignedInUser | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(feedbackMessages)
      .values({ userId: user?.id ?? null, email, message, typeOfAppeal: type_of_appeal ?? null })
    await queueMail(tx, jobs, {
      to: config.seller.email,
      replyTo: email,
      subject: `Звернення від ${email}`,
      text: [
        `Від: ${addressAsRead(email)}`,
        // The form's words are unproven, but a session proves the account of their author.
        user ? `Обліковий запис: ${addressAsRead(user.email)}` : 'Без входу в обліковий запис',
        `Тип: ${appeals[type_of_appeal ?? 'general']}`,
        '',
        message,
      ].join('\n'),
    })
  })
}
