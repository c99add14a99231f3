import { logout } from '#contract/auth.ts'
import { request } from '../http/request.ts'
import { closeModal } from '../ui/modal/modal-store.ts'
import { forgetLocation } from './return-location.ts'
import { resetSession } from './session-state.ts'
import { clearTokens, readTokens } from './tokens.ts'

/** Signs out on this device at once and tells the server; the server's failure changes nothing for the person (S4.05). */
export async function signOut(): Promise<void> {
  const tokens = readTokens()
  clearTokens()
  forgetLocation()
  resetSession()
  closeModal()
  if (tokens === null) return
  try {
    await request(logout, {}, { bearer: tokens.access, keepalive: true })
  } catch {
    // The tokens are gone from this device either way; unused, the server's side of the session runs out by itself.
  }
}
