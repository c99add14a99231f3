import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { soon } from '../../concurrency/with-timeout.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import { currentUserId, useSession } from '../../session/session-state.ts'
import { signOut } from '../../session/sign-out.ts'
import { onSignOutRequested, onSignedOut } from '../../session/session-events.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Toast } from '../../ui/toast.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Overlay } from '../overlay.tsx'
import type { OwnUnsent } from './own-unsent.ts'

const loadUnsent = () => import('./own-unsent.ts')
const unsentDialog = lazyPiece(() => import('./unsent-dialog.tsx').then((m) => m.UnsentDialog))

/** Logs out on request and goes home (S2.16). If answers of the person wait on this device, a dialog asks first. */
export function SignOutHost() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState<OwnUnsent | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  /** The last press: results of earlier ones are stale. */
  const press = useRef(0)

  const leave = async () => {
    press.current += 1
    setUnsent(null)
    setLeaving(true)
    void navigate(paths.home)
    await signOut().finally(() => setLeaving(false))
  }
  const ask = useEffectEvent(async () => {
    press.current += 1
    const mine = press.current
    setLeaving(true)
    const own = await readUnsent()
    if (mine !== press.current) return
    if (own === null) return leave()
    setLeaving(false)
    setUnsent(own)
  })
  useEffect(() => onSignOutRequested(() => void ask()), [])
  // Another tab signed out or changed the person: the list belongs to somebody else.
  const forget = useEffectEvent(() => {
    press.current += 1
    setUnsent(null)
    setLeaving(false)
  })
  useEffect(() => onSignedOut(async () => forget()), [])
  const isGuest = useSession().status === 'guest'
  useEffect(() => {
    // Loads the code beforehand, so that a log-out does not wait for it. After a failure the log-out fetches it again.
    if (isGuest) return
    whenIdle(() => {
      loadUnsent().catch(() => undefined)
      unsentDialog.prepare()
    })
  }, [isGuest])

  const close = () => setUnsent(null)
  if (isLeaving && !isGuest) return <Leaving onNow={() => void leave()} />
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

/** A log-out is usually over before this time, so no message flashes. Milliseconds. */
const unseenFor = 300
/** After this wait for a silent storage the person may leave without its answer. Milliseconds. */
const askedFor = 2_000

/**
 * Shown while storage and network are read for unsent work, for many seconds at worst. Without this message the person would
 * take the log-out for done and go away signed in. If they log out now, unsent work stays on this device.
 */
function Leaving({ onNow }: { onNow: () => void }) {
  const isSeen = usePassed(unseenFor)
  const isLong = usePassed(askedFor)
  if (!isSeen) return null
  return (
    <Toast>
      <p>{siteTexts.loggingOut}</p>
      {isLong && (
        <Button variant="link" onClick={onNow}>
          {siteTexts.logOutNow}
        </Button>
      )}
    </Toast>
  )
}

/** Whether so many milliseconds have passed since the first render. */
function usePassed(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasPassed
}

/** The unsent work; null if there is none, or if the code that reads it does not load in time. */
async function readUnsent(): Promise<OwnUnsent | null> {
  const ownerId = currentUserId()
  if (ownerId === null) return null
  try {
    const { isNothing, ownUnsent } = await soon(loadUnsent())
    const own = await ownUnsent(ownerId)
    return isNothing(own) ? null : own
  } catch {
    return null
  }
}
