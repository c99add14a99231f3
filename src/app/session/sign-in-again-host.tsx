import { useEffect, useState, useSyncExternalStore } from 'react'
import { isLoginHeld, subscribeLoginHold, onSignInRequested } from '../../session/session-events.ts'
import { useSession } from '../../session/session-state.ts'
import { Failure } from '../../ui/notice.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { useUiTexts } from '../../ui/ui-texts.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

const signInAgain = lazyPiece(() => import('../../features/auth/sign-in-again.tsx').then((m) => m.SignInAgain))

/**
 * The log-in form over an exam whose session has ended, in place of the redirect (S2.10). It can be put off: the exam
 * goes on without it. Its code is fetched when an exam begins, because a new version of the site may come out during it.
 */
export function SignInAgainHost() {
  const { status, user } = useSession()
  const isExam = useSyncExternalStore(subscribeLoginHold, isLoginHeld, () => false)
  const [isPutOff, setPutOff] = useState(false)
  // The next session that ends asks anew.
  if (isPutOff && status === 'signed-in') setPutOff(false)

  useEffect(() => {
    if (isExam) signInAgain.prepare()
  }, [isExam])
  useEffect(() => onSignInRequested(() => setPutOff(false)), [])

  const isWanted = status === 'ended' && !isPutOff
  const { Piece: SignInAgain, isLost, retry } = usePiece(signInAgain, isWanted)
  const { pieceLost } = useUiTexts()

  if (!isWanted) return null
  if (isLost) return <Failure onRetry={retry}>{pieceLost}</Failure>
  return (
    SignInAgain !== null && (
      <ErrorBoundary page="sign-in-again">
        <SignInAgain email={user?.email ?? ''} onLater={() => setPutOff(true)} />
      </ErrorBoundary>
    )
  )
}
