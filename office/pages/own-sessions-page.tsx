import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { endPasskey, listPasskeys } from '#contract/staff/passkeys.ts'
import { endOwnStaffSession, listOwnStaffSessions } from '#contract/staff/sign-in.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { Text } from '../../src/ui/text.tsx'
import { sentenceOf } from '../ask-office.ts'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { makePasskey } from '../passkey.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

export function OwnSessionsPage() {
  const ask = useAsk()
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: ['own-sessions'], queryFn: () => ask(listOwnStaffSessions, {}) })
  const end = useMutation({
    mutationFn: (id: string) => ask(endOwnStaffSession, { params: { id } }),
    // This browser's own session may be the one that ended.
    onSuccess: () => client.invalidateQueries(),
  })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.ownSessions}</PageTitle>
      {end.error !== null && <Notice tone="danger">{sentenceOf(end.error)}</Notice>}
      <Shown query={sessions}>
        {({ results }) => (
          <Table
            label={officeTexts.ownSessions}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Браузер',
                renderCell: ({ device, is_this }) =>
                  `${device || '—'}${is_this ? ` (${officeTexts.thisSession})` : ''}`,
              },
              { name: 'Увійшли', isNumber: true, renderCell: ({ began_at }) => moment(began_at) },
              { name: 'Востаннє', isNumber: true, renderCell: ({ used_at }) => moment(used_at) },
              {
                name: 'Дії',
                renderCell: ({ id }) => (
                  <Button variant="border" size="small" pending={end.isPending} onClick={() => end.mutate(id)}>
                    {officeTexts.endSession}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Shown>
      <Passkeys />
    </div>
  )
}

function Passkeys() {
  const ask = useAsk()
  const [name, setName] = useState('')
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => ask(listPasskeys, {}) })
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => {
      setName('')
      void passkeys.refetch()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(() => makePasskey(ask, name))
  }
  return (
    <Section title={officeTexts.passkeys}>
      <Text tone="soft">{officeTexts.passkeysWhy}</Text>
      {change.error !== null && <Notice tone="danger">{sentenceOf(change.error)}</Notice>}
      <Shown query={passkeys}>
        {({ results }) => (
          <Table
            label={officeTexts.passkeys}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Назва', renderCell: ({ name: known }) => known },
              { name: 'Додано', isNumber: true, renderCell: ({ created_at }) => moment(created_at) },
              { name: 'Востаннє', isNumber: true, renderCell: ({ used_at }) => moment(used_at) },
              {
                name: 'Дії',
                renderCell: ({ id }) => (
                  <Button
                    variant="border"
                    size="small"
                    onClick={() => change.mutate(() => ask(endPasskey, { params: { id } }))}
                  >
                    {officeTexts.endPasskey}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Shown>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={officeTexts.passkeyName}
          value={name}
          onChange={({ target }) => setName(target.value)}
          required
          maxLength={60}
        />
        <div>
          <Button type="submit" pending={change.isPending}>
            {officeTexts.addPasskey}
          </Button>
        </div>
      </form>
    </Section>
  )
}
