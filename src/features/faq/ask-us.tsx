import { faqTexts } from '../../messages/cabinet.ts'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './faq-page.module.css'

/** The way to the feedback form (S1.07). */
export function AskUs() {
  return (
    <section className={styles.ask} aria-labelledby="ask-us">
      <div>
        <Text as="h2" variant="subtitle2" id="ask-us">
          {faqTexts.askTitle}
        </Text>
        <Text tone="soft">{faqTexts.askLead}</Text>
      </div>
      <Button variant="secondary" onClick={() => openModal({ kind: 'contactModal' })}>
        {faqTexts.ask}
      </Button>
    </section>
  )
}
