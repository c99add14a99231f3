export interface MailToSend {
  id: string
  from: string
  to: string
  subject: string
  text: string
  /** The same as an HTML document. */
  html: string
  /** Null: answers go to the sender. */
  replyTo: string | null
  createdAt: Date
}
