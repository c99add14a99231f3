import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { MailLink } from '#contract/auth.ts'
import { ApiError } from '../../http/api-error.ts'

export type MailedLink = z.output<typeof MailLink>

/** Replaces the link's two parts in the address. */
const readLink = { uid: 'link', token: 'opened' }
const Kept = z.object({ link: MailLink })

/**
 * The parts of this page's link; null if incomplete. They leave the address immediately, because people see, copy and send it.
 * This entry of the history keeps them for a reload.
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

/** Whether the link is used, expired or not copied whole. Another try with it is useless. */
export function isDeadLink(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'reply' && [400, 401, 403, 404, 410].includes(error.status_code)
}

/** Stops the page from sending its address, which held a secret, with any request. React puts the tag into the head. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />
}
