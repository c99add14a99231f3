import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { isBlankText, pastedLine } from '#contract/pasted-text.ts'
import type { listFaq } from '#contract/reading.ts'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { failedToShow } from '../../http/api-error.ts'
import { faqTexts } from '../../messages/cabinet.ts'
import { failureSentence } from '../../messages/messages.ts'
import { faqQuery } from '../../queries/reading-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Failure } from '../../ui/notice.tsx'
import { Column, focusTitle, Loading, PageTitle } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './faq-page.module.css'

/** Questions and answers by topic, with a search. A person who finds none may ask us. */
export function FaqPage() {
  const { data, error, isPending, refetch } = useQuery(faqQuery)
  const [term, setTerm] = useState('')
  const rows = data?.results ?? []
  const found = searchFaq(rows, term)
  const showAll = () => {
    setTerm('')
    focusTitle()
  }
  return (
    <Column width="cabinet">
      <PageTitle>{faqTexts.title}</PageTitle>
      <div className={styles.columns}>
        <div className={styles.answers}>
          {isPending && <Loading />}
          {failedToShow(error, data) && (
            <Failure ofPage onRetry={() => void refetch()}>
              {failureSentence(error, faqTexts.failed)}
            </Failure>
          )}
          {data && rows.length === 0 && <EmptyState title={faqTexts.empty} />}
          {rows.length > 0 && (
            <search>
              <TextField
                type="search"
                label={faqTexts.search}
                autoComplete="off"
                value={term}
                onChange={(event) => setTerm(event.currentTarget.value)}
              />
              <p role="status" className={styles.found}>
                {!isBlankText(term) && faqTexts.found(found.length)}
              </p>
            </search>
          )}
          {rows.length > 0 && found.length === 0 && (
            <EmptyState title={faqTexts.nothing} action={<Button onClick={showAll}>{faqTexts.showAll}</Button>}>
              {faqTexts.nothingLead}
            </EmptyState>
          )}
          <FaqTopics rows={found} isOpen={!isBlankText(term) && found.length <= 3} />
        </div>
        <div className={styles.aside}>
          {data && <AskUs />}
          <SubmitFile />
        </div>
      </div>
    </Column>
  )
}

/** The button to the feedback form (S1.07). */
function AskUs() {
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

interface FaqTopicsProps {
  rows: EndpointReply<typeof listFaq>['results']
  /** A search with few results shows their answers immediately. */
  isOpen: boolean
}

function FaqTopics({ rows, isOpen }: FaqTopicsProps) {
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

interface Entry {
  readonly topic: string
  readonly question: string
  readonly answer: string
}

/** Entries with every word of `term`; all without a word. Ignores case, tags, the kind of apostrophe, and ґ or г. */
export function searchFaq<Row extends Entry>(rows: readonly Row[], term: string): Row[] {
  const words = plain(term).split(' ').filter(Boolean)
  return rows.filter(({ topic, question, answer }) => {
    const text = plain(`${topic} ${question} ${answer.replace(/<[^>]*>/g, ' ')}`)
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return pastedLine(text)
    .toLocaleLowerCase('uk')
    .replace(/[ʼ’‘`´]/g, "'")
    .replace(/ґ/g, 'г')
    .replace(/\s+/g, ' ')
}
