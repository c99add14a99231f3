import { useQuery } from '@tanstack/react-query'
import type { LegalText } from '#contract/legal.ts'
import { SavedCopy } from '../../queries/kept/saved-copy.tsx'
import { type LegalKind, legalQueries } from '../../queries/legal-queries.ts'
import { siteTexts } from '../../messages/site.ts'
import { date } from '../../messages/formats.ts'
import { messages } from '../../messages/messages.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './legal-modal.module.css'

const titles: Record<LegalKind, string> = {
  privacyPolicy: siteTexts.privacyPolicy,
  termsOfService: siteTexts.termsOfService,
  newsletter: siteTexts.newsletter,
  offer: siteTexts.offer,
}

/** A legal text. While it loads, and after a failure, only the loading text is shown (S2.24). */
export function LegalModal({ kind, onClose }: { kind: LegalKind; onClose: () => void }) {
  const { data: text } = useQuery(legalQueries.text(kind))
  return (
    <Modal title={text?.title ?? titles[kind]} onClose={onClose}>
      <div className={styles.text}>
        <SavedCopy of={legalQueries.text(kind).queryKey} />
        {text?.content ? (
          <>
            <Edition text={text} />
            <RichText>{text.content}</RichText>
          </>
        ) : (
          <p role="status">{messages.loading}</p>
        )}
      </div>
    </Modal>
  )
}

/** The edition that a person accepts by agreeing now. */
function Edition({ text: { version, published_at: published } }: { text: LegalText }) {
  if (version == null) return null
  return (
    <Text variant="small" tone="soft" className={styles.edition}>
      {siteTexts.edition(version, published == null ? null : date(published))}
    </Text>
  )
}
