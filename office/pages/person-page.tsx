import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import {
  blockPerson,
  closePerson,
  endPersonSessions,
  exportPersonData,
  grantExamTo,
  grantExtraTimeTo,
  type Person,
  readPerson,
  unblockPerson,
} from '#contract/staff/people.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Link } from '../../src/ui/link.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { download } from '../../src/ui/save-file.ts'
import { Text } from '../../src/ui/text.tsx'
import { ActForm } from '../act-form.tsx'
import { sentenceOf } from '../ask-office.ts'
import { useAsk } from '../ask.tsx'
import { factsLine, moment, money } from '../format.ts'
import styles from '../office.module.css'
import { eventNames, officeTexts, stateNames } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Facts, Table } from '../table.tsx'

type Purchase = Person['purchases'][number]
/** The act whose dialog is open. */
type Opened = { act: 'block' | 'unblock' | 'sessions' | 'close' } | { act: 'exam' | 'time'; purchase: Purchase } | null

export function PersonPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const { id = '' } = useParams()
  const person = useQuery({ queryKey: ['person', id], queryFn: () => ask(readPerson, { params: { id } }) })
  const [opened, setOpened] = useState<Opened>(null)
  return (
    <Shown query={person}>
      {(data) => (
        <div className={styles.page}>
          <PageTitle>{data.account.email}</PageTitle>
          <AccountSection person={data} mayAct={mayAct} onAct={setOpened} />
          <PurchasesSection person={data} mayAct={mayAct} onAct={setOpened} />
          <AttemptsSection person={data} />
          <TimelineSection person={data} />
          <PersonAct
            person={data}
            opened={opened}
            onDone={() => void person.refetch()}
            onClose={() => setOpened(null)}
          />
        </div>
      )}
    </Shown>
  )
}

interface SectionProps {
  person: Person
  mayAct: boolean
  onAct: (opened: Opened) => void
}

function AccountSection({ person: { account }, mayAct, onAct }: SectionProps) {
  const facts = [
    ['Ім’я', `${account.first_name} ${account.last_name}`.trim() || '—'],
    ['Телефон', account.phone_number || '—'],
    ['Пошта', account.is_verified ? 'підтверджена' : 'не підтверджена'],
    ['Стан', accountState(account)],
    ['Зареєстровано', moment(account.created_at)],
    ['Пароль змінено', moment(account.password_changed_at)],
    ['Ідентифікатор', account.id],
  ] as const
  return (
    <Section title={officeTexts.account}>
      <Facts facts={facts} />
      {mayAct && account.erased_at === null && (
        <div className={styles.line}>
          <Button variant="border" size="small" onClick={() => onAct({ act: account.is_active ? 'block' : 'unblock' })}>
            {account.is_active ? officeTexts.block : officeTexts.unblock}
          </Button>
          <Button variant="border" size="small" onClick={() => onAct({ act: 'sessions' })}>
            {officeTexts.endSessions}
          </Button>
          <ExportButton id={account.id} />
          {account.closed_at === null && (
            <Button variant="border" size="small" onClick={() => onAct({ act: 'close' })}>
              {officeTexts.closePerson}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

/** Saves everything that is kept of a person. A call and not a link: the server may ask for the second factor first. */
function ExportButton({ id }: { id: string }) {
  const ask = useAsk()
  const exported = useMutation({
    mutationFn: async () => {
      const data = await ask(exportPersonData, { params: { id } })
      download(new File([JSON.stringify(data, null, 2)], `testuvannia-iq-${id}.json`, { type: 'application/json' }))
    },
  })
  return (
    <>
      <Button variant="border" size="small" pending={exported.isPending} onClick={() => exported.mutate()}>
        {officeTexts.exportPerson}
      </Button>
      {exported.error !== null && <Notice tone="danger">{sentenceOf(exported.error)}</Notice>}
    </>
  )
}

function accountState({ is_active, closed_at, erase_after, erased_at }: Person['account']): string {
  if (erased_at !== null) return `стерто ${moment(erased_at)}`
  if (closed_at !== null) return `закрито ${moment(closed_at)}, буде стерто ${moment(erase_after)}`
  return is_active ? 'працює' : 'заблоковано'
}

function PurchasesSection({ person: { purchases }, mayAct, onAct }: SectionProps) {
  return (
    <Section title={officeTexts.purchases}>
      <Table
        label={officeTexts.purchases}
        rows={purchases}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Тест', renderCell: ({ title }) => title },
          {
            name: 'Замовлення',
            renderCell: ({ order_id, order_number }) => <Link to={`/orders/${order_id}`}>{order_number}</Link>,
          },
          { name: 'Стан', renderCell: ({ status }) => stateNames[status] ?? status },
          { name: 'Ціна', isNumber: true, renderCell: ({ price, currency }) => money(price, currency) },
          { name: 'Сплачено', isNumber: true, renderCell: ({ paid_at }) => moment(paid_at) },
          { name: 'Діє до', isNumber: true, renderCell: ({ expires_at }) => moment(expires_at) },
          { name: 'Екзаменів лишилося', isNumber: true, renderCell: ({ exams }) => exams.left },
          ...(mayAct
            ? [{ name: 'Дії', renderCell: (purchase: Purchase) => <PurchaseActs {...{ purchase, onAct }} /> }]
            : []),
        ]}
      />
    </Section>
  )
}

function PurchaseActs({ purchase, onAct }: { purchase: Purchase; onAct: (opened: Opened) => void }) {
  if (purchase.status !== 'paid') return null
  return (
    <div className={styles.line}>
      <Button variant="border" size="small" onClick={() => onAct({ act: 'exam', purchase })}>
        {officeTexts.grantExam}
      </Button>
      <Button variant="border" size="small" onClick={() => onAct({ act: 'time', purchase })}>
        {officeTexts.extraTime}
      </Button>
    </div>
  )
}

function AttemptsSection({ person: { attempts, purchases } }: { person: Person }) {
  const titleOf = (id: string) => purchases.find((each) => each.id === id)?.title ?? id
  return (
    <Section title={officeTexts.attempts}>
      <Table
        label={officeTexts.attempts}
        rows={attempts}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Тест', renderCell: ({ purchase_id }) => titleOf(purchase_id) },
          { name: 'Вид', renderCell: ({ mode }) => mode },
          { name: 'Стан', renderCell: ({ state, failure }) => [state, failure].filter(Boolean).join(': ') },
          {
            name: 'Правильних',
            isNumber: true,
            renderCell: ({ result }) => (result === null ? '—' : `${result.correct} з ${result.total}`),
          },
          { name: 'IQ', isNumber: true, renderCell: ({ result }) => result?.iq ?? '—' },
          { name: 'Далі', renderCell: ({ id }) => <Link to={`/attempts/${id}`}>{officeTexts.open}</Link> },
        ]}
      />
    </Section>
  )
}

function TimelineSection({ person: { timeline } }: { person: Person }) {
  const rows = timeline.map((event, place) => ({ ...event, key: `${event.kind}-${event.what}-${place}` }))
  return (
    <Section title={officeTexts.timeline}>
      <Table
        label={officeTexts.timeline}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { name: 'Коли', isNumber: true, renderCell: ({ at }) => moment(at) },
          { name: 'Що', renderCell: ({ kind, what }) => eventNames[`${kind} ${what}`] ?? `${kind}: ${what}` },
          { name: 'Подробиці', renderCell: ({ facts }) => factsLine(facts) },
        ]}
      />
    </Section>
  )
}

interface PersonActProps {
  person: Person
  opened: Opened
  onDone: () => void
  onClose: () => void
}

function PersonAct({ person: { account }, opened, onDone, onClose }: PersonActProps) {
  const ask = useAsk()
  if (opened === null) return null
  const params = { id: account.id }
  const ends = { onDone, onClose }
  switch (opened.act) {
    case 'block':
      return <ActForm title={officeTexts.block} act={(body) => ask(blockPerson, { params, body })} {...ends} />
    case 'unblock':
      return <ActForm title={officeTexts.unblock} act={(body) => ask(unblockPerson, { params, body })} {...ends} />
    case 'sessions':
      return (
        <ActForm title={officeTexts.endSessions} act={(body) => ask(endPersonSessions, { params, body })} {...ends} />
      )
    case 'close':
      return (
        <ActForm title={officeTexts.closePerson} act={(body) => ask(closePerson, { params, body })} {...ends}>
          <Text tone="soft">{officeTexts.closePersonWhy}</Text>
        </ActForm>
      )
    case 'exam': {
      const ofPurchase = { id: opened.purchase.id }
      return (
        <ActForm
          title={`${officeTexts.grantExam}: ${opened.purchase.title}`}
          act={(body) => ask(grantExamTo, { params: ofPurchase, body })}
          {...ends}
        />
      )
    }
    case 'time':
      return <ExtraTimeForm purchase={opened.purchase} {...ends} />
  }
}

function ExtraTimeForm({ purchase, ...ends }: { purchase: Purchase; onDone: () => void; onClose: () => void }) {
  const ask = useAsk()
  const [factor, setFactor] = useState(String(purchase.extra_time_factor))
  const act = async ({ rehearse }: { rehearse?: boolean }) => {
    const body = { factor: Number(factor.replace(',', '.')), ...(rehearse !== undefined && { rehearse }) }
    const set = await ask(grantExtraTimeTo, { params: { id: purchase.id }, body })
    const said = [
      set.is_change ? officeTexts.minutes(set.minutes.all, set.minutes.extra) : officeTexts.sameTime,
      ...(set.is_one_running ? [officeTexts.oneRunning] : []),
    ]
    return { said: said.join(' ') }
  }
  return (
    <ActForm title={`${officeTexts.extraTime}: ${purchase.title}`} hasNoReason act={act} {...ends}>
      <Text tone="soft">{officeTexts.extraTimeWhy}</Text>
      <TextField
        label={officeTexts.factor}
        value={factor}
        onChange={({ target }) => setFactor(target.value)}
        inputMode="decimal"
        required
        pattern="[1-4]([.,]\d{1,2})?"
      />
    </ActForm>
  )
}
