import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { answerInboxMessage, readMessage } from '#contract/staff/inbox.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { SelectField } from '../../src/ui/field/select-field.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Link } from '../../src/ui/link.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { answerTemplates, officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'

export function MessagePage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const { id = '' } = useParams()
  const read = useQuery({ queryKey: ['message', id], queryFn: () => ask(readMessage, { params: { id } }) })
  const [opened, setOpened] = useState<'answer' | 'close' | null>(null)
  const ends = { onDone: () => void read.refetch(), onClose: () => setOpened(null) }
  return (
    <Shown query={read}>
      {({ email, user_id, message, created_at, ended_at, answer }) => (
        <div className={styles.page}>
          <PageTitle>{email}</PageTitle>
          <Notice title={moment(created_at)}>
            <span className={styles.words}>{message}</span>
          </Notice>
          {user_id !== null && <Link to={`/people/${user_id}`}>{officeTexts.account}</Link>}
          {ended_at !== null && (
            <Notice tone="success" title={`${officeTexts.answered} ${moment(ended_at)}`}>
              <span className={styles.words}>{answer ?? officeTexts.closedSilently}</span>
            </Notice>
          )}
          {mayAct && ended_at === null && (
            <div className={styles.line}>
              <Button onClick={() => setOpened('answer')}>{officeTexts.answer}</Button>
              <Button variant="border" onClick={() => setOpened('close')}>
                {officeTexts.closeMessage}
              </Button>
            </div>
          )}
          {opened === 'answer' && <AnswerForm id={id} {...ends} />}
          {opened === 'close' && (
            <ActForm
              title={officeTexts.closeMessage}
              isPlain
              act={({ reason }) => ask(answerInboxMessage, { params: { id }, body: { answer: null, reason } })}
              {...ends}
            />
          )}
        </div>
      )}
    </Shown>
  )
}

function AnswerForm({ id, ...ends }: { id: string; onDone: () => void; onClose: () => void }) {
  const ask = useAsk()
  const [answer, setAnswer] = useState('')
  const act = async ({ reason }: { reason: string }) => {
    await ask(answerInboxMessage, { params: { id }, body: { answer, reason } })
    return { said: officeTexts.letterSent }
  }
  return (
    <ActForm title={officeTexts.answer} isPlain act={act} {...ends}>
      <SelectField
        label={officeTexts.template}
        options={[
          { value: '', label: '—' },
          ...answerTemplates.map(({ name, text }) => ({ value: text, label: name })),
        ]}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <TextField
        multiline
        rows={8}
        label={officeTexts.answerText}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
        required
        minLength={10}
        maxLength={5000}
      />
    </ActForm>
  )
}
