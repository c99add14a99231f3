import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { EndpointReply } from '#contract/endpoint.ts'
import { closeQuestionReport, readQuestionReport } from '#contract/staff/questions.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { FigureView } from '../../src/ui/figure-view.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { Text } from '../../src/ui/text.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'

type Read = EndpointReply<typeof readQuestionReport>

export function ReportPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const { id = '' } = useParams()
  const read = useQuery({ queryKey: ['report', id], queryFn: () => ask(readQuestionReport, { params: { id } }) })
  const [isClosing, setClosing] = useState(false)
  return (
    <Shown query={read}>
      {(data) => (
        <div className={styles.page}>
          <PageTitle>{officeTexts.report}</PageTitle>
          <Notice title={`${data.report.family}, ${moment(data.report.created_at)}`}>{data.report.words}</Notice>
          {data.report.closed_at !== null && (
            <Notice tone="success" title={moment(data.report.closed_at)}>
              {data.report.outcome}
            </Notice>
          )}
          <DrawnItem read={data} />
          {mayAct && data.report.closed_at === null && (
            <div>
              <Button onClick={() => setClosing(true)}>{officeTexts.closeReport}</Button>
            </div>
          )}
          {isClosing && (
            <ActForm
              title={officeTexts.closeReport}
              isPlain
              act={({ reason }) => ask(closeQuestionReport, { params: { id }, body: { reason } })}
              onDone={() => void read.refetch()}
              onClose={() => setClosing(false)}
            >
              <Text tone="soft">{officeTexts.closeReportWhy}</Text>
            </ActForm>
          )}
        </div>
      )}
    </Shown>
  )
}

function DrawnItem({ read: { question, right, explanation, explanation_figure } }: { read: Read }) {
  const options = question.options ?? []
  return (
    <section className={styles.section}>
      <Text>{question.prompt}</Text>
      {question.figure && (
        <div className={styles.figure}>
          <FigureView figure={question.figure} />
        </div>
      )}
      <ol className={styles.options}>
        {options.map(({ id, text, figure }) => (
          <li key={id} className={right.includes(id) ? `${styles.option} ${styles.right}` : styles.option}>
            {figure ? <FigureView figure={figure} /> : text}
          </li>
        ))}
      </ol>
      <Text as="h2" variant="subtitle2">
        {officeTexts.key}
      </Text>
      <Text>{right.map((value) => wordsOf(value, options)).join('; ')}</Text>
      <Text as="h2" variant="subtitle2">
        {officeTexts.explanation}
      </Text>
      <Text>{explanation}</Text>
      {explanation_figure !== null && (
        <div className={styles.figure}>
          <FigureView figure={explanation_figure} />
        </div>
      )}
    </section>
  )
}

/** The place and words of an option, or an answer to type. */
function wordsOf(value: string, options: NonNullable<Read['question']['options']>): string {
  const place = options.findIndex(({ id }) => id === value)
  const option = options[place]
  return option === undefined ? value : `${place + 1}. ${option.text ?? option.figure?.alt ?? ''}`
}
