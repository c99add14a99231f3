import { Link } from 'react-router-dom'
import { landingTexts } from '../../messages/landing.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Mark } from '../../ui/mark.tsx'
import styles from './landing-top.module.css'

/** The landing has no header bar (S2.01): its own first line carries the name and the ways in. */
export function LandingTop() {
  const { status } = useSession()
  return (
    <div className={styles.top}>
      <div className={styles.brand}>
        <Mark size={40} />
        <div className={styles.names}>
          <span className={styles.name}>{siteTexts.name}</span>
          <span className={styles.tagline}>{siteTexts.tagline}</span>
        </div>
      </div>
      {status === 'guest' ? (
        <div className={styles.ways}>
          <Link to={paths.login} className={styles.link}>
            {siteTexts.logIn}
          </Link>
          <ButtonLink to={paths.register} variant="border">
            {siteTexts.register}
          </ButtonLink>
        </div>
      ) : (
        <ButtonLink to={paths.profile} variant="border">
          {landingTexts.myCabinet}
        </ButtonLink>
      )}
    </div>
  )
}
