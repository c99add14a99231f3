import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Unsent, unsentAnswers } from '../../outbox/unsent-answers.ts'
import { paths } from '../../paths.ts'
import { orNothing } from '../../session/or-nothing.ts'
import { currentUserId } from '../../session/session-state.ts'
import { signOut } from '../../session/sign-out.ts'
import { onSignOutWish } from '../../session/sign-out-wish.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

const UnsentDialog = lazy(() => import('./unsent-dialog.tsx').then((m) => ({ default: m.UnsentDialog })))

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

  if (unsent === null) return null
  return (
    <ErrorBoundary page="sign-out">
      <Suspense>
        <UnsentDialog unsent={unsent} onSent={setUnsent} onLeave={() => void leave()} onClose={() => setUnsent(null)} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A storage that does not answer has nothing that could be asked about. */
async function ownUnsent(): Promise<readonly Unsent[]> {
  const ownerId = currentUserId()
  return ownerId === null ? [] : ((await orNothing(unsentAnswers(ownerId, Date.now()))) ?? [])
}
