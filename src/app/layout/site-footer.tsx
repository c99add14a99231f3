import { hasPublicPages } from '../../http/api-url.ts'
import { siteTexts } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { footerQuery } from '../../queries/footer-query.ts'
import { useSession } from '../../session/session-state.ts'
import { Icon, mail, phone, write } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import styles from './site-footer.module.css'
import { Brand } from './site-header.tsx'

const documents = [
  { kind: 'termsOfService', label: siteTexts.termsOfService },
  { kind: 'privacyPolicy', label: siteTexts.privacyPolicy },
  { kind: 'offer', label: siteTexts.offer },
] as const

const installApp = lazyPiece(() => import('../../pwa/install-app.tsx').then((m) => m.InstallApp))

/** Links, contacts from the server, legal texts and copyright (S1.05, S1.06). Without contacts the rest is shown. */
export function SiteFooter() {
  const { status } = useSession()
  // A visitor gets no invitation and does not load it.
  const { Piece: InstallApp } = usePiece(installApp, status !== 'guest')
  const { data: contact, isPending } = usePrerenderedQuery(footerQuery)
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <Brand />
        <div className={styles.list}>
          {/* A guest sees the tests on the landing page: the list requires an account (S1.03). */}
          {status === 'guest' ? (
            <a href={`${paths.home}#tests`} className={styles.document}>
              {siteTexts.allTests}
            </a>
          ) : (
            <Link to={paths.tests} className={styles.document}>
              {siteTexts.allTests}
            </Link>
          )}
          <Link to={paths.examples} className={styles.document}>
            {siteTexts.examples}
          </Link>
          {hasPublicPages && (
            <a href={paths.payment} className={styles.document}>
              {siteTexts.payment}
            </a>
          )}
          {status !== 'guest' && InstallApp && <InstallApp isLink />}
        </div>
        <address className={styles.list} aria-label={siteTexts.contacts}>
          {isPending && <div className={styles.comingContacts} />}
          {contact?.phone_number && (
            <a href={`tel:${contact.phone_number.replace(/[^+\d]/g, '')}`} className={styles.contact}>
              <Icon drawing={phone} size={20} />
              <span>{contact.phone_number}</span>
            </a>
          )}
          {contact?.email && (
            <a href={`mailto:${contact.email}`} className={styles.contact}>
              <Icon drawing={mail} size={20} />
              <span>{contact.email}</span>
            </a>
          )}
          <button type="button" className={styles.contact} onClick={() => openModal({ kind: 'contactModal' })}>
            <Icon drawing={write} size={20} />
            {siteTexts.writeToUs}
          </button>
        </address>
        <ul className={styles.list} aria-label={siteTexts.documents}>
          {documents.map(({ kind, label }) => (
            <li key={kind}>
              <button type="button" className={styles.document} onClick={() => openModal({ kind })}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.copyright}>{siteTexts.copyright}</p>
    </footer>
  )
}
