import { exchangeCode } from '#contract/auth.ts'
import { isAbsent } from '../../http/is-absent.ts'
import { request } from '../../http/request.ts'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { loadProfile } from '../../session/start-session.ts'
import { safeReturnPath } from '../../session/return-location.ts'
import { acceptSession } from '../../session/sign-in.ts'
import { paths } from '../../paths.ts'
import { isDeadLink } from './mailed-link.ts'
import { findSignIn, forgetSignIn } from './sign-in-link.ts'

/**
 * `goTo`: signed in, with the page to go on to. `canRetry`: the code may still be good, the network was not. `isForeign`: this
 * browser did not ask for the link, or has used it.
 */
export type FinishedSignIn = { goTo: string } | { sentence: string; canRetry: boolean; isForeign?: boolean }

/**
 * Finishes the sign-in of a mailed link: only with the state and the verifier that this very browser kept (S2.03).
 * Never throws.
 */
export async function finishSignIn(link: URLSearchParams, now: number): Promise<FinishedSignIn> {
  const [code, state] = [link.get('code'), link.get('state')]
  if (!code || !state) return { sentence: signInLinkTexts.incomplete, canRetry: false }
  const begun = findSignIn(state, now)
  if (begun === null) return { sentence: signInLinkTexts.foreign, canRetry: false, isForeign: true }
  try {
    await acceptSession(await request(exchangeCode, { body: { code, code_verifier: begun.verifier } }))
  } catch (error) {
    const isOver = isDeadLink(error) || isAbsent(error)
    if (isOver) forgetSignIn(state, now)
    const sentence = isAbsent(error) ? signInLinkTexts.absent : failureSentence(error, accountMessages.loginFailed)
    return { sentence, canRetry: !isOver }
  }
  forgetSignIn(state, now)
  // No await: the person goes on at once, the profile fills in when it comes; its failure is kept in the state.
  void loadProfile()
  return { goTo: safeReturnPath(begun.returnTo) ?? paths.profile }
}
