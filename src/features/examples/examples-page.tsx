import type { Question } from '#contract/question.ts'
import { failedToShow } from '../../http/api-error.ts'
import { typeName } from '../../messages/type-name.ts'
import { exampleTexts } from '../../messages/examples.ts'
import { failureSentence } from '../../messages/messages.ts'
import { exampleQueries } from '../../queries/reading-queries.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { Failure } from '../../ui/notice.tsx'
import { FigureView } from '../../ui/figure-view.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { boundDash, Text } from '../../ui/text.tsx'
import styles from './examples-page.module.css'
import { ToFreeTest } from './to-free-test.tsx'

/** All published examples, for everybody. Each opens in a modal to be solved. */
export function ExamplesPage() {
  const { data, error, isPending, refetch } = usePrerenderedQuery(exampleQueries.all())
  return (
    <Column>
      <PageTitle>{exampleTexts.title}</PageTitle>
      <Text variant="large" tone="soft">
        {exampleTexts.lead}
      </Text>
      {isPending && <Loading fullPage />}
      {failedToShow(error, data) && (
        <Failure ofPage onRetry={() => void refetch()}>
          {failureSentence(error, exampleTexts.failed)}
        </Failure>
      )}
      {data?.results.length === 0 && <EmptyState title={exampleTexts.empty} />}
      <ol className={styles.grid}>
        {data?.results.map(({ type, question }, index) => (
          <li key={question.id} className={styles.card}>
            <Text variant="small" tone="soft">
              {`${exampleTexts.number(index + 1, data.results.length)} · ${typeName(type)}`}
            </Text>
            <div className={styles.question} translate="no">
              <Text className={styles.prompt}>{boundDash(question.prompt)}</Text>
              {isAboutItsOptions(question) && (
                <Text className={styles.words}>{question.options!.map(({ text }) => text).join(', ')}</Text>
              )}
              {question.figure && (
                <div className={styles.figure}>
                  <FigureView figure={question.figure} />
                </div>
              )}
            </div>
            <Button variant="border" onClick={() => openModal({ kind: 'example', at: index })}>
              {exampleTexts.open}
            </Button>
          </li>
        ))}
      </ol>
      <div className={styles.end}>
        <Text variant="large">{exampleTexts.end}</Text>
        <ToFreeTest />
      </div>
    </Column>
  )
}

/** Whether the prompt alone shows no task, so that the card has to list the options. */
function isAboutItsOptions({ prompt, figure, options }: Question): boolean {
  return !figure && !prompt.includes('\n') && (options?.length ?? 0) > 0
}
