import { useState } from 'react'
import { verifyBannerTexts } from '../../messages/menu.ts'
import { useSession } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusTitle } from '../../ui/page.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import styles from './verify-banner.module.css'

/** Most people never need this code, so no page loads it at its start. */
const sendVerification = lazyPiece(() => import('./send-verification.tsx').then((m) => m.SendVerification))

/** Asks an unverified person to open the mail; nothing else is closed to them. Drawn immediately, so that no text moves later. */
export function VerifyBanner() {
  const { user } = useSession()
  return user?.is_verified === false ? <BannerFor key={user.id} userId={user.id} email={user.email} /> : null
}

function BannerFor({ userId, email }: { userId: string; email: string | undefined }) {
  const [rests, setRests] = useState(() => doesBannerRest(userId, new Date()))
  if (rests) return null
  const hide = () => {
    letBannerRest(userId, new Date())
    setRests(true)
    focusTitle()
  }
  return (
    <aside className={styles.banner} aria-label={verifyBannerTexts.name}>
      <div className={styles.row}>
        <p className={styles.text}>{verifyBannerTexts.text(email)}</p>
        <div className={styles.actions}>
          <SendAgain />
          <Button variant="link" onClick={hide}>
            {verifyBannerTexts.hide}
          </Button>
        </div>
      </div>
    </aside>
  )
}

/** A disabled button keeps the place until its code has come. */
function SendAgain() {
  const { Piece: SendVerification } = usePiece(sendVerification)
  const look = { label: verifyBannerTexts.sendAgain, variant: 'link' } as const
  if (SendVerification) return <SendVerification {...look} />
  return (
    <Button variant={look.variant} disabled>
      {look.label}
    </Button>
  )
}

const key = 'verify_banner_rests_on'

/** The stored value: one person on one day. */
const restOf = (userId: string, now: Date) => `${dayOf(now)} ${userId}`

/** This device's day as «2026-03-05». */
function dayOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether this person has hidden the banner today. It returns tomorrow. */
export function doesBannerRest(userId: string, now: Date): boolean {
  try {
    return localStorage.getItem(key) === restOf(userId, now)
  } catch {
    // The storage is forbidden: the banner stays hidden only until the page is left.
    return false
  }
}

export function letBannerRest(userId: string, now: Date): void {
  try {
    localStorage.setItem(key, restOf(userId, now))
  } catch {
    // As above.
  }
}
