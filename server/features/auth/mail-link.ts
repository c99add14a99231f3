import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'

export type LinkPage = 'reset-password' | 'verify-email' | 'confirm-email' | 'keep-account'

/** The two parts of a mailed link: its account, and its one-use secret. */
export interface MailedLink {
  uid: string
  token: string
}

/** A page's address with a one-use secret. Its host comes from configuration, never from the request. */
export function mailLink({ publicOrigin }: Services, page: LinkPage, userId: string, token: string): string {
  return `${publicOrigin()}/${page}/${Buffer.from(userId).toString('base64url')}/${token}`
}

/** The account of a link. Throws 400 `link_invalid` for a uid that we never made. */
export function accountOfLink(uid: string): string {
  const userId = Buffer.from(uid, 'base64url').toString()
  if (!isUuid(userId)) throw linkInvalid()
  return userId
}

export const linkInvalid = () =>
  new Failure(400, 'link_invalid', 'Це посилання вже використано, або його строк минув. Попросіть нове.')
