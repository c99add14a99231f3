import { siteTexts } from '../messages/site.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { back } from '../ui/icons/page-drawings.ts'
import { Link } from '../ui/link.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './test-top.module.css'

interface TestTopProps {
  to: string
  children: string
}

/** The one line of navigation of the test-taking layout, which has no header. */
export function TestTop({ to, children }: TestTopProps) {
  return (
    <div className={styles.top}>
      <Link to={to} className={styles.back}>
        <Icon drawing={back} size={20} /> <span>{children}</span>
      </Link>
      <Link to={paths.home} aria-label={siteTexts.home}>
        <Mark size={36} />
      </Link>
    </div>
  )
}
