import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Unsent } from '../../outbox/unsent-answers.ts'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { orNothing } from '../../session/or-nothing.ts'
import { currentUserId } from '../../session/session-state.ts'
import { signOut } from '../../session/sign-out.ts'
import { onSignOutWish } from '../../session/sign-out-wish.ts'
import { onSignedOut } from '../../session/signed-out.ts'
import { useSession } from '../../session/use-session.ts'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Overlay } from '../overlay.tsx'

const loadUnsent = () => import('../../outbox/unsent-answers.ts')
const unsentDialog = lazyPiece(() => import('./unsent-dialog.tsx').then((m) => m.UnsentDialog))

/** Logs out when that is wished, to the home page (S2.16); where answers of the person wait on this device it asks first. */
export function SignOutHost() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<readonly Unsent[] | null>(null)

  const leave = async () => {
    setUnsent(null)
    void navigate(paths.home)
    await signOut()
  }
  const ask = useEffectEvent(async () => {
    const own = await ownUnsent()
    if (own.length === 0) await leave()
    else setUnsent(own)
  })
  useEffect(() => onSignOutWish(() => void ask()), [])
  // Signed out, or somebody else, by another tab: the list is of a person who is gone.
  useEffect(() => onSignedOut(async () => setUnsent(null)), [])
  const isGuest = useSession().status === 'guest'
  useEffect(() => {
    // There before it is needed: nobody waits for code to leave. A failed fetch is repeated then.
    if (isGuest) return
    whenIdle(() => {
      loadUnsent().catch(() => undefined)
      unsentDialog.prepare()
    })
  }, [isGuest])

  const close = () => setUnsent(null)
  if (unsent === null) return null
  return (
    <ErrorBoundary page="sign-out">
      <Overlay
        piece={unsentDialog}
        props={{ unsent, onSent: setUnsent, onLeave: () => void leave(), onClose: close }}
        onLost={close}
      />
    </ErrorBoundary>
  )
}

/** Milliseconds. Longer than elsewhere: whoever is not asked leaves answers behind without knowing. */
const unsentPatience = 8_000

/** A storage that does not answer has nothing that could be asked about, nor has code that cannot be loaded. */
async function ownUnsent(): Promise<readonly Unsent[]> {
  const ownerId = currentUserId()
  if (ownerId === null) return []
  try {
    const { unsentAnswers } = await loadUnsent()
    return (await orNothing(unsentAnswers(ownerId), unsentPatience)) ?? []
  } catch {
    return []
  }
}
