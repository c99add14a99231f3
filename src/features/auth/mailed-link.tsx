import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { MailLink } from '#contract/auth.ts'
import { ApiError } from '../../http/api-error.ts'

export type MailedLink = z.output<typeof MailLink>

/** Takes the place of the two parts in the address. */
const readLink = { uid: 'link', token: 'opened' }
const Kept = z.object({ link: MailLink })

/**
 * The two parts of the link that opened this page, or null for one that is incomplete. They are taken out of the address
 * at once: it is seen over a shoulder, copied, sent to others. This entry of the history keeps them, so that a
 * reload continues.
 */
export function useMailedLink(): MailedLink | null {
  const params = useParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const kept = Kept.safeParse(state)
  const fresh = params.token === readLink.token ? null : MailLink.safeParse(params)
  const link = fresh?.success ? fresh.data : null
  useEffect(() => {
    if (link === null) return
    const [, page] = pathname.split('/')
    void navigate(`/${page}/${readLink.uid}/${readLink.token}`, { replace: true, state: { link } })
  })
  if (link !== null) return link
  return kept.success ? kept.data.link : null
}

/** The server knows the link no more: used, expired, or not copied whole. Another try with it is of no use. */
export function isDeadLink(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'reply' && [400, 401, 403, 404, 410].includes(error.status_code)
}

/** On a page whose address held a secret: its requests tell nobody from where they come. React puts it into the head. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />
}
