import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { EndpointReply } from '#contract/endpoint.ts'
import { listTexts, previewText, publishText } from '#contract/staff/texts.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { RichText } from '../../src/ui/rich-text/rich-text.tsx'
import { Text } from '../../src/ui/text.tsx'
import { ActForm } from '../act-form.tsx'
import { sentenceOf } from '../ask-office.ts'
import { useAsk } from '../ask.tsx'
import styles from '../office.module.css'
import { fieldNames, officeTexts, textKindNames } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { textsKey } from './texts-page.tsx'

type Now = EndpointReply<typeof listTexts>['now'][number]

export function TextPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const { kind = '', ref = '' } = useParams()
  const texts = useQuery({ queryKey: textsKey, queryFn: () => ask(listTexts, {}) })
  return (
    <Shown query={texts}>
      {({ now }) => {
        const text = now.find((each) => each.kind === kind && each.ref === ref)
        if (text === undefined) return <Text tone="soft">{officeTexts.nothing}</Text>
        return <Editor key={`${kind} ${ref}`} text={text} mayAct={mayAct} onDone={() => void texts.refetch()} />
      }}
    </Shown>
  )
}

const isHtml = (field: string) => field === 'info' || field === 'content'

function Editor({
  text: { kind, ref, content: published },
  mayAct,
  onDone,
}: {
  text: Now
  mayAct: boolean
  onDone: () => void
}) {
  const ask = useAsk()
  const [content, setContent] = useState(published)
  const [beginsAt, setBeginsAt] = useState('')
  const [isPublishing, setPublishing] = useState(false)
  const preview = useMutation({ mutationFn: () => ask(previewText, { body: { kind, ref, content } }) })
  const act = ({ reason }: { reason: string }) =>
    ask(publishText, {
      body: { kind, ref, content, begins_at: beginsAt === '' ? null : new Date(beginsAt).toISOString(), reason },
    })
  return (
    <div className={styles.page}>
      <PageTitle>{`${textKindNames[kind]}: ${ref}`}</PageTitle>
      <div className={styles.form}>
        {Object.keys(published).map((field) => (
          <TextField
            key={field}
            multiline
            rows={isHtml(field) ? 16 : field === 'answer' ? 8 : 2}
            label={fieldNames[field] ?? field}
            value={content[field] ?? ''}
            onChange={({ target }) => setContent({ ...content, [field]: target.value })}
          />
        ))}
        <div className={styles.line}>
          <Button variant="border" pending={preview.isPending} onClick={() => preview.mutate()}>
            {officeTexts.preview}
          </Button>
          {mayAct && <Button onClick={() => setPublishing(true)}>{officeTexts.publishText}</Button>}
        </div>
        {preview.error !== null && <Notice tone="danger">{sentenceOf(preview.error)}</Notice>}
      </div>
      {preview.data && (
        <Section title={officeTexts.asVisitorsSee}>
          {preview.data.removed.length > 0 && (
            <Notice tone="warning" title={officeTexts.removed}>
              {preview.data.removed.join(', ')}
            </Notice>
          )}
          {Object.entries(preview.data.stored).map(([field, stored]) => (
            <div key={field}>
              <Text tone="soft">{fieldNames[field] ?? field}</Text>
              {isHtml(field) ? <RichText>{stored}</RichText> : <Text className={styles.words}>{stored}</Text>}
            </div>
          ))}
        </Section>
      )}
      {isPublishing && (
        <ActForm title={officeTexts.publishText} isPlain act={act} onDone={onDone} onClose={() => setPublishing(false)}>
          <TextField
            label={officeTexts.beginsAt}
            type="datetime-local"
            value={beginsAt}
            onChange={({ target }) => setBeginsAt(target.value)}
          />
        </ActForm>
      )}
    </div>
  )
}
