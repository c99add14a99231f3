import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { currentUserId, useSession } from '../../session/session-state.ts'
import { signOut } from '../../session/sign-out.ts'
import { onSignOutRequested, onSignedOut } from '../../session/session-events.ts'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Overlay } from '../overlay.tsx'
import type { OwnUnsent } from './own-unsent.ts'

const loadUnsent = () => import('./own-unsent.ts')
const unsentDialog = lazyPiece(() => import('./unsent-dialog.tsx').then((m) => m.UnsentDialog))

/** Logs out on request, to the home page (S2.16); where answers of the person wait on this device it asks first. */
export function SignOutHost() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<OwnUnsent | null>(null)

  const leave = async () => {
    setUnsent(null)
    void navigate(paths.home)
    await signOut()
  }
  const ask = useEffectEvent(async () => {
    const own = await readUnsent()
    if (own === null || own.works.length + own.practices.length === 0) await leave()
    else setUnsent(own)
  })
  useEffect(() => onSignOutRequested(() => void ask()), [])
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

/** Code that cannot be loaded has nothing that could be asked about. */
async function readUnsent(): Promise<OwnUnsent | null> {
  const ownerId = currentUserId()
  if (ownerId === null) return null
  try {
    const { ownUnsent } = await loadUnsent()
    return await ownUnsent(ownerId)
  } catch {
    return null
  }
}
