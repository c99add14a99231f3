import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isLoginHeld, subscribeLoginHold } from '../../session/login-hold.ts'
import { onSignInWish } from '../../session/sign-in-wish.ts'
import { useSession } from '../../session/use-session.ts'
import { loadWithTimeout } from '../../ui/piece/load-chunk.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

const load = () => loadWithTimeout(() => import('../../features/auth/sign-in-again.tsx'))
const SignInAgain = lazy(() => load().then((m) => ({ default: m.SignInAgain })))

/**
 * The log-in form over an exam whose session has ended, in place of the redirect (S2.10). It can be put off: the exam
 * goes on without it. Its code is fetched when an exam begins, because a new version of the site may come out meanwhile.
 */
export function SignInAgainHost() {
  const { status, user } = useSession()
  const isExam = useSyncExternalStore(subscribeLoginHold, isLoginHeld, () => false)
  const [isPutOff, setPutOff] = useState(false)
  // The next session that ends asks anew.
  if (isPutOff && status === 'signed-in') setPutOff(false)

  useEffect(() => {
    // A failed fetch is repeated when the form is needed.
    if (isExam) load().catch(() => undefined)
  }, [isExam])
  useEffect(() => onSignInWish(() => setPutOff(false)), [])

  if (status !== 'ended' || isPutOff) return null
  return (
    <ErrorBoundary page="sign-in-again">
      <Suspense>
        <SignInAgain email={user?.email ?? ''} onLater={() => setPutOff(true)} />
      </Suspense>
    </ErrorBoundary>
  )
}
