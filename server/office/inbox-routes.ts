import * as calls from '#contract/staff/inbox.ts'
import { answerMessage, listMessages, requireMessage } from '../features/operator/inbox.ts'
import { type Office, serveStaff, wordOf } from './serve-staff.ts'

export function registerInbox(office: Office): void {
  const { services } = office
  const { db } = services

  serveStaff(office, calls.listInbox, async ({ query }) => {
    const page = await listMessages(db, { isOpen: query.state !== 'ended', after: query.after ?? null })
    const results = page.messages.map(({ id, message, typeOfAppeal, createdAt }) => ({
      id,
      begins: message,
      type_of_appeal: typeOfAppeal,
      created_at: createdAt,
    }))
    return { results, next: page.next }
  })

  serveStaff(office, calls.readMessage, async ({ params, look }) => {
    const { id, email, userId, message, typeOfAppeal, createdAt, endedAt, answer } = await requireMessage(db, params.id)
    await look(userId ?? id)
    return {
      id,
      email,
      user_id: userId,
      message,
      type_of_appeal: typeOfAppeal,
      created_at: createdAt,
      ended_at: endedAt,
      answer,
    }
  })

  serveStaff(office, calls.answerInboxMessage, async ({ staff, params: { id }, body: { answer, reason }, look }) => {
    const { message, act } = await answerMessage(services, wordOf(staff, { reason }), { id, answer })
    await look(message.userId ?? message.id)
    return { act }
  })
}
