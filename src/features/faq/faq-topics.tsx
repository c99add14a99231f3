import type { EndpointReply } from '#contract/endpoint.ts'
import type { listFaq } from '#contract/reading.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './faq-page.module.css'

interface FaqTopicsProps {
  rows: EndpointReply<typeof listFaq>['results']
  /** A search that left few shows their answers at once. */
  isOpen: boolean
}

/** Each topic with its questions; an answer unfolds under its question. */
export function FaqTopics({ rows, isOpen }: FaqTopicsProps) {
  const topics = [...new Set(rows.map(({ topic }) => topic))]
  return topics.map((topic) => (
    <section key={topic} className={styles.topic}>
      <Text as="h2" variant="subtitle2">
        {topic}
      </Text>
      {rows
        .filter((row) => row.topic === topic)
        .map(({ id, question, answer }) => (
          <details key={`${id} ${isOpen}`} className={styles.row} open={isOpen}>
            <summary className={styles.question}>{question}</summary>
            <RichText>{answer}</RichText>
          </details>
        ))}
    </section>
  ))
}
