export interface MailToSend {
  id: string
  from: string
  to: string
  subject: string
  text: string
  createdAt: Date
}
