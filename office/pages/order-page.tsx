import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { EndpointReply } from '#contract/endpoint.ts'
import { readOrder, reconcileOrderNow, refundOrderOf } from '#contract/staff/money.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { Checkbox } from '../../src/ui/field/checkbox.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { Link } from '../../src/ui/link.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { kopiykas, moment, money } from '../format.ts'
import styles from '../office.module.css'
import { eventNames, officeTexts, stateNames } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Facts, Table } from '../table.tsx'

type Read = EndpointReply<typeof readOrder>

interface OrderPageProps {
  mayRefund: boolean
  mayReconcile: boolean
}

export function OrderPage({ mayRefund, mayReconcile }: OrderPageProps) {
  const ask = useAsk()
  const { id = '' } = useParams()
  const read = useQuery({ queryKey: ['order', id], queryFn: () => ask(readOrder, { params: { id } }) })
  const [opened, setOpened] = useState<'refund' | 'reconcile' | null>(null)
  const ends = { onDone: () => void read.refetch(), onClose: () => setOpened(null) }
  return (
    <Shown query={read}>
      {(data) => (
        <div className={styles.page}>
          <PageTitle>{officeTexts.order(data.order.number)}</PageTitle>
          <OrderFacts read={data} />
          <div className={styles.line}>
            {mayRefund && (
              <Button variant="border" size="small" onClick={() => setOpened('refund')}>
                {officeTexts.refund}
              </Button>
            )}
            {mayReconcile && (
              <Button variant="border" size="small" onClick={() => setOpened('reconcile')}>
                {officeTexts.reconcile}
              </Button>
            )}
          </div>
          <OrderTables read={data} />
          {opened === 'refund' && <RefundForm read={data} {...ends} />}
          {opened === 'reconcile' && <ReconcileForm read={data} {...ends} />}
        </div>
      )}
    </Shown>
  )
}

function OrderFacts({ read: { order } }: { read: Read }) {
  const facts = [
    ['Стан', `${stateNames[order.status] ?? order.status}${order.is_held ? ', гроші утримує банк' : ''}`],
    ['Сума', money(order.price, order.currency)],
    ['Платіжний сервіс', order.provider],
    ['Замовлено', moment(order.created_at)],
    [
      'Покупець',
      <Link key="buyer" to={`/people/${order.user_id}`}>
        {officeTexts.open}
      </Link>,
    ],
    ['Ідентифікатор', order.id],
  ] as const
  return <Facts facts={facts} />
}

function OrderTables({ read: { order, lines, movements } }: { read: Read }) {
  const rows = movements.map((each, place) => ({ ...each, key: String(place) }))
  return (
    <>
      <Section title={officeTexts.lines}>
        <Table
          label={officeTexts.lines}
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Тест', renderCell: ({ title }) => title },
            { name: 'Стан', renderCell: ({ status }) => stateNames[status] ?? status },
            { name: 'Ціна', isNumber: true, renderCell: ({ price }) => money(price, order.currency) },
          ]}
        />
      </Section>
      <Section title={officeTexts.movements}>
        <Table
          label={officeTexts.movements}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { name: 'Коли', isNumber: true, renderCell: ({ recorded_at }) => moment(recorded_at) },
            { name: 'Що', renderCell: ({ kind }) => eventNames[`payment ${kind}`] ?? kind },
            { name: 'Сума', isNumber: true, renderCell: ({ amount, currency }) => money(amount, currency) },
            { name: 'Платіж', renderCell: ({ payment_id }) => payment_id ?? '—' },
          ]}
        />
      </Section>
    </>
  )
}

interface FormProps {
  read: Read
  onDone: () => void
  onClose: () => void
}

function RefundForm({ read: { order, lines, breaches }, ...ends }: FormProps) {
  const ask = useAsk()
  const [isWhole, setWhole] = useState(true)
  const [sums, setSums] = useState<Readonly<Record<string, string>>>({})
  const [isAgainst, setAgainst] = useState(false)
  const chosen = lines.flatMap(({ id }) => {
    const amount = kopiykas(sums[id] ?? '')
    return amount === null ? [] : [{ purchase_id: id, amount }]
  })
  const act = async (said: { reason: string; rehearse?: boolean }) => {
    const body = { ...said, ...(!isWhole && { lines: chosen }), ...(isAgainst && { against_the_rule: true }) }
    const decided = await ask(refundOrderOf, { params: { id: order.id }, body })
    const titles = decided.titles.map((title) => `«${title}»`).join(', ')
    return { act: decided.act, said: officeTexts.refundPreview(money(decided.amount, decided.currency), titles) }
  }
  return (
    <ActForm title={officeTexts.refund} act={act} {...ends}>
      {breaches.length === 0 ? (
        <Notice tone="success">{officeTexts.hasRight}</Notice>
      ) : (
        <Notice tone="warning">{officeTexts.breaches(breaches.join('; '))}</Notice>
      )}
      <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
        {officeTexts.refundAll}
      </Checkbox>
      {!isWhole &&
        lines.map(({ id, title }) => (
          <TextField
            key={id}
            label={officeTexts.refundPart(title)}
            inputMode="decimal"
            value={sums[id] ?? ''}
            onChange={({ target }) => setSums({ ...sums, [id]: target.value })}
            pattern="\d{1,6}([.,]\d{1,2})?"
          />
        ))}
      {breaches.length > 0 && (
        <Checkbox checked={isAgainst} onChange={({ target }) => setAgainst(target.checked)}>
          {officeTexts.againstRule}
        </Checkbox>
      )}
    </ActForm>
  )
}

function ReconcileForm({ read: { order }, ...ends }: FormProps) {
  const ask = useAsk()
  const act = async ({ reason }: { reason: string }) => {
    const { before, after, added } = await ask(reconcileOrderNow, { params: { id: order.id }, body: { reason } })
    return { said: officeTexts.reconciled(before, after, added.length) }
  }
  return <ActForm title={officeTexts.reconcile} isPlain act={act} {...ends} />
}
