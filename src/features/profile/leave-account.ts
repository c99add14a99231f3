import { type AccountEvent, paths } from '../../paths.ts'
import { forgetSession } from '../../session/sign-out.ts'

/**
 * The server has ended every session of this account, this one too. Forgets it here and loads the log-in page anew, which
 * says what happened: nothing of the person may stay in this window's memory.
 */
export async function leaveAccount(event: AccountEvent): Promise<void> {
  await forgetSession()
  window.location.assign(paths.loginAfter(event))
}
