// A lazy boundary, with contract/log-in: only the pages of guests load it.
import type { EndpointInput } from '#contract/endpoint.ts'
import { login } from '#contract/log-in.ts'
import type { SessionReply } from '#contract/session.ts'
import { requestDelivery } from '../concurrency/wake.ts'
import { request } from '../http/request.ts'
import { failureSentence } from '../messages/messages.ts'
import { accountMessages } from '../messages/account-messages.ts'
import { keepRevocation, type KeptPair, mirrorSignIn } from './session-db.ts'
import { loadProfile } from './start-session.ts'
import { showSession } from './session-changes.ts'
import { ifStorageAnswers, readLocalCopy, writeOrHold } from './session-copies.ts'
import { updateSession } from './session-state.ts'

type LoginForm = EndpointInput<typeof login>['body']

/** Logs in, stores the tokens, starts loading the profile. Throws ApiError; its sentence is in `authError` too (S4.04). */
export function signIn(form: LoginForm): Promise<void> {
  return authenticate(
    () => request(login, { body: form }),
    (error) => failureSentence(error, accountMessages.loginFailed),
  )
}

/** Makes the call and stores its reply as the session of this window. `sentence` words a failure for the person. */
export async function authenticate(
  call: () => Promise<SessionReply>,
  sentence: (error: unknown) => string,
): Promise<void> {
  updateSession({ authStatus: 'pending', authError: null })
  try {
    await acceptSession(await call())
  } catch (error) {
    updateSession({ authStatus: 'error', authError: sentence(error) })
    throw error
  }
  // No await: the person continues immediately. The profile follows, and its failure is kept in the state.
  void loadProfile()
}

/**
 * Stores the pair of a session reply, first in the mirror, and makes its owner the user (S3.01). If localStorage takes
 * nothing, this page's memory holds the session: the server has opened it, and a registration has created the account.
 */
export async function acceptSession(reply: SessionReply): Promise<void> {
  const { access, refresh, user_id } = reply
  const pair = { access, refresh, user_id }
  const former = readLocalCopy()
  const known = former.seq ?? 0
  const row = await ifStorageAnswers(mirrorSignIn(pair, known))
  const seq = row?.seq ?? known + 1
  writeOrHold(pair, seq)
  if (former.pair !== null) void endReplaced(former.pair)
  showSession(reply)
}

/** Revokes the session that was here before: no copy of it is left, so nobody else can end it. */
async function endReplaced({ refresh }: KeptPair): Promise<void> {
  await ifStorageAnswers(keepRevocation(refresh, Date.now()))
  requestDelivery()
}
