import { useState } from 'react'
import { emailTexts } from '../../messages/profile.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { doesBannerRest, letBannerRest } from './banner-rest.ts'
import { SendVerification } from './send-verification.tsx'
import styles from './verify-banner.module.css'

/** Asks an unverified person, on every page of the cabinet, to open the confirmation letter; nothing else is closed to them. */
export function VerifyBanner() {
  const { user } = useSession()
  const [rests, setRests] = useState(() => doesBannerRest(new Date()))
  if (rests || user?.is_verified !== false || !user.email) return null
  const hide = () => {
    letBannerRest(new Date())
    setRests(true)
  }
  return (
    <aside className={styles.banner} aria-label={emailTexts.bannerName}>
      <div className={styles.row}>
        <p className={styles.text}>{emailTexts.banner(user.email)}</p>
        <div className={styles.actions}>
          <SendVerification label={emailTexts.bannerSendAgain} variant="link" />
          <Button variant="link" onClick={hide}>
            {emailTexts.bannerHide}
          </Button>
        </div>
      </div>
    </aside>
  )
}
