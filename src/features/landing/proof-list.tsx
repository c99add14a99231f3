import { landingTexts } from '../../messages/landing.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { check } from '../../ui/icons/site-drawings.ts'
import styles from './proof-list.module.css'

/** What a person wants to know before they trust a site with money and nerves, in three lines. */
export function ProofList() {
  return (
    <ul className={styles.proofs}>
      {landingTexts.proofs.map((proof) => (
        <li key={proof}>
          <Icon drawing={check} size={20} />
          <span>{proof}</span>
        </li>
      ))}
    </ul>
  )
}
