import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isBlankText } from '#contract/pasted-text.ts'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { faqTexts } from '../../messages/cabinet.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { faqQuery } from '../../queries/faq-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { AskUs } from './ask-us.tsx'
import styles from './faq-page.module.css'
import { FaqTopics } from './faq-topics.tsx'
import { searchFaq } from './search-faq.ts'

/** Questions and answers under their topics, found by words; who finds none may ask us. */
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
