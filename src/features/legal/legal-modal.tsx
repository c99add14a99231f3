import { useQuery } from '@tanstack/react-query'
import { SavedCopy } from '../../cache/saved-copy.tsx'
import { type LegalKind, legalQueries } from '../../queries/legal-queries.ts'
import { siteTexts } from '../../messages/site.ts'
import { messages } from '../../messages/messages.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import styles from './legal-modal.module.css'

const titles: Record<LegalKind, string> = {
  privacyPolicy: siteTexts.privacyPolicy,
  termsOfService: siteTexts.termsOfService,
  newsletter: siteTexts.newsletter,
  offer: siteTexts.offer,
}

/** A legal text; while it loads, and when it could not be loaded, only the loading text is shown (S2.24). */
export function LegalModal({ kind, onClose }: { kind: LegalKind; onClose: () => void }) {
  const { data: text } = useQuery(legalQueries.text(kind))
  return (
    <Modal title={text?.title ?? titles[kind]} onClose={onClose}>
      <div className={styles.text}>
        <SavedCopy of={legalQueries.text(kind).queryKey} />
        {text?.content ? <RichText>{text.content}</RichText> : <p role="status">{messages.loading}</p>}
      </div>
    </Modal>
  )
}
