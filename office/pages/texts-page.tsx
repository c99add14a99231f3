import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { cancelPlannedText, goBackToText, listTexts } from '#contract/staff/texts.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts, textKindNames } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

type Written = EndpointReply<typeof listTexts>['written'][number]
type Opened = { act: 'again' | 'cancel'; id: string } | null

export const textsKey = ['texts'] as const

export function TextsPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const texts = useQuery({ queryKey: textsKey, queryFn: () => ask(listTexts, {}) })
  const [opened, setOpened] = useState<Opened>(null)
  const ends = { onDone: () => void texts.refetch(), onClose: () => setOpened(null) }
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.texts}</PageTitle>
      <Shown query={texts}>
        {({ now, written }) => (
          <>
            <Table
              label={officeTexts.texts}
              rows={now}
              keyOf={({ kind, ref }) => `${kind} ${ref}`}
              columns={[
                { name: 'Що', renderCell: ({ kind }) => textKindNames[kind] },
                { name: 'Назва', renderCell: ({ content }) => content.title ?? content.question },
                {
                  name: 'Далі',
                  renderCell: ({ kind, ref }) => <Link to={`/texts/${kind}/${ref}`}>{officeTexts.open}</Link>,
                },
              ]}
            />
            <Section title={officeTexts.writtenTexts}>
              <Table
                label={officeTexts.writtenTexts}
                rows={written}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'Написано', isNumber: true, renderCell: ({ created_at }) => moment(created_at) },
                  { name: 'Що', renderCell: ({ kind, ref }) => `${textKindNames[kind]}: ${ref}` },
                  { name: 'Стан', renderCell: (text) => stateOf(text) },
                  { name: 'Дії', renderCell: (text) => mayAct && <TextActs text={text} onAct={setOpened} /> },
                ]}
              />
            </Section>
          </>
        )}
      </Shown>
      {opened !== null && (
        <ActForm
          title={opened.act === 'again' ? officeTexts.publishAgain : officeTexts.cancelText}
          isPlain
          act={({ reason }) =>
            ask(opened.act === 'again' ? goBackToText : cancelPlannedText, {
              params: { id: opened.id },
              body: { reason },
            })
          }
          {...ends}
        />
      )}
    </div>
  )
}

function stateOf({ published_at, cancelled_at, begins_at }: Written): string {
  if (cancelled_at !== null) return `скасовано ${moment(cancelled_at)}`
  return published_at === null ? `з’явиться ${moment(begins_at)}` : `опубліковано ${moment(published_at)}`
}

function TextActs({ text, onAct }: { text: Written; onAct: (opened: Opened) => void }) {
  const { id, kind, published_at, cancelled_at } = text
  if (cancelled_at !== null) return null
  if (published_at === null) {
    return (
      <Button variant="border" size="small" onClick={() => onAct({ act: 'cancel', id })}>
        {officeTexts.cancel}
      </Button>
    )
  }
  // A legal text is never taken back: people have agreed to it.
  if (kind === 'legal') return null
  return (
    <Button variant="border" size="small" onClick={() => onAct({ act: 'again', id })}>
      {officeTexts.publishAgain}
    </Button>
  )
}
