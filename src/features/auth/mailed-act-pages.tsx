import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { confirmEmailChange, keepAccount } from '#contract/account.ts'
import { verifyEmail } from '#contract/auth.ts'
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import { isUnauthorized } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { failureSentence } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { requestSignOut } from '../../session/session-events.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { sessionState, useSession } from '../../session/session-state.ts'
import { loadProfile } from '../../session/start-session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, focusTitle, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { isDeadLink, type MailedLink, NoReferrer, useMailedLink } from './mailed-link.tsx'

interface MailedActPageProps<Result> {
  /** `ownLead` replaces `lead` if the link's account is signed in here, because its password stays. */
  texts: { title: string; lead: string; ownLead?: string; act: string; dead: string }
  /** Does what the link is for. Throws ApiError. */
  act: (link: MailedLink) => Promise<Result>
  done: (result: Result) => ReactNode
  /** The link that follows a success; null for the link to the cabinet or the log-in. */
  wayOn?: (result: Result) => ReactNode
}

/** The page of a mailed link. Only a press acts: mail scanners open every link, and opening one must change nothing. */
export function MailedActPage<Result>({ texts, act, done, wayOn }: MailedActPageProps<Result>) {
  const link = useMailedLink()
  const isOwn = useIsOwn(link)
  const { mutate, data, error, isPending, isSuccess } = useMutation({ mutationFn: (given: MailedLink) => act(given) })
  /** The button disappears after success and for a dead link, so the title takes the focus. */
  const leaveButton = {
    onSuccess: focusTitle,
    onError: (failure: Error) => {
      if (isDeadLink(failure)) focusTitle()
    },
  }
  return (
    <Column width="form">
      <NoReferrer />
      <PageTitle>{texts.title}</PageTitle>
      {isSuccess && (
        <Notice tone="success" actions={wayOn?.(data) || <WayOn />}>
          {done(data)}
        </Notice>
      )}
      {!isSuccess && (link === null || isDeadLink(error)) && (
        <Notice tone="danger" actions={<WayOn />}>
          {texts.dead}
        </Notice>
      )}
      {!isSuccess && link !== null && !isDeadLink(error) && (
        <>
          <Text variant="large">{(isOwn ? texts.ownLead : null) ?? texts.lead}</Text>
          {error && <Notice tone="danger">{failureSentence(error, mailedLinkTexts.failed)}</Notice>}
          <Button size="large" fullWidth pending={isPending} onClick={() => mutate(link, leaveButton)}>
            {texts.act}
          </Button>
        </>
      )}
    </Column>
  )
}

/** Whether the link's account is the one that is signed in here. Its uid is the account's id in base64url. */
function useIsOwn(link: MailedLink | null): boolean {
  const { status, user } = useSession()
  if (link === null || status !== 'signed-in' || user === null) return false
  return link.uid === btoa(user.id).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function WayOn() {
  const { status } = useSession()
  return status === 'guest' ? (
    <ButtonLink to={paths.login}>{mailedLinkTexts.toLogin}</ButtonLink>
  ) : (
    <ButtonLink to={paths.settings}>{mailedLinkTexts.toProfile}</ButtonLink>
  )
}

const confirmTexts = mailedLinkTexts.confirm

type Confirmed = EndpointReply<typeof confirmEmailChange>

async function confirm(link: MailedLink): Promise<Confirmed> {
  const confirmed = await sendMailedAct(confirmEmailChange, { body: link })
  if (confirmed.state === 'changed') reloadOwnProfile()
  return confirmed
}

/** If the change voids the password, the server's `detail` says so. */
const confirmedSentence = ({ state, detail }: Confirmed) =>
  detail ?? (state === 'changed' ? confirmTexts.changed : confirmTexts.half)

function wayOnFromConfirmed({ password_link }: Confirmed) {
  return password_link == null ? null : <WayToPassword link={password_link} />
}

/** A change of e-mail needs a confirmation from the old address and from the new one. The second one changes the e-mail. */
export function ConfirmEmailPage() {
  return <MailedActPage texts={confirmTexts} act={confirm} done={confirmedSentence} wayOn={wayOnFromConfirmed} />
}

const verifyTexts = mailedLinkTexts.verify

/** Resolves to a link for a new password where another browser registered the account, else to null. */
async function verify(link: MailedLink): Promise<MailedLink | null> {
  const { password_link } = await sendMailedAct(verifyEmail, { body: link })
  reloadOwnProfile()
  return password_link ?? null
}

function WayToTests() {
  const { status } = useSession()
  return status === 'guest' ? (
    <ButtonLink to={paths.login}>{mailedLinkTexts.toLogin}</ButtonLink>
  ) : (
    <ButtonLink to={paths.tests}>{mailedLinkTexts.toTests}</ButtonLink>
  )
}

function wayOnFromVerified(link: MailedLink | null) {
  return link === null ? <WayToTests /> : <WayToPassword link={link} />
}

/** Confirms that the address of a new account belongs to its owner (S6.03). */
export function VerifyEmailPage() {
  return (
    <MailedActPage
      texts={verifyTexts}
      act={verify}
      done={(passwordLink) => (passwordLink === null ? verifyTexts.done : verifyTexts.doneElsewhere)}
      wayOn={wayOnFromVerified}
    />
  )
}

const keepTexts = mailedLinkTexts.keep

const keep = (link: MailedLink) => request(keepAccount, { body: link })

/** Takes back the deletion of an account, within its seven days. */
export function KeepAccountPage() {
  return <MailedActPage texts={keepTexts} act={keep} done={() => keepTexts.done} />
}

/** Sends a mailed link's call with the session, which shows the server who opened the link. An ended session is left out. */
async function sendMailedAct<E extends Endpoint>(call: E, input: EndpointInput<E>): Promise<EndpointReply<E>> {
  try {
    return await sessionRequest(call, input)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return request(call, input)
  }
}

/** Reloads the profile, because the link may have changed the signed-in person's account. The session's state keeps a failure. */
function reloadOwnProfile(): void {
  if (sessionState().status === 'signed-in') void loadProfile()
}

/**
 * Leads to a new password for the account of the letter. The form is for guests alone (S2.04): if somebody else is signed in, the
 * page says so, and the person continues with the letter that has just left.
 */
function WayToPassword({ link }: { link: MailedLink }) {
  const { status } = useSession()
  if (status === 'guest') return <ButtonLink to={paths.setPassword(link)}>{verifyTexts.setPassword}</ButtonLink>
  return (
    <>
      <p>{verifyTexts.somebodyElse}</p>
      <Button onClick={requestSignOut}>{verifyTexts.signOut}</Button>
    </>
  )
}
