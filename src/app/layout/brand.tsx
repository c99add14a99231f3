import { Link } from 'react-router-dom'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { Mark } from '../../ui/mark.tsx'
import styles from './brand.module.css'

/** Logo, title and subtitle, leading home. */
export function Brand() {
  return (
    <Link to={paths.home} className={styles.brand}>
      <Mark size={36} />
      <span className={styles.names}>
        <span className={styles.name}>{siteTexts.name}</span>
        <span className={styles.tagline}>{siteTexts.tagline}</span>
      </span>
    </Link>
  )
}
