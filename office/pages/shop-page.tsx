import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { cancelPlannedPrice, changePrice, changePublished, listShop } from '#contract/staff/shop.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { Text } from '../../src/ui/text.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { kopiykas, moment, money } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

type Row = EndpointReply<typeof listShop>['results'][number]
type Opened = { act: 'price' | 'published'; row: Row } | { act: 'cancel'; priceId: string } | null

export function ShopPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const shop = useQuery({ queryKey: ['shop'], queryFn: () => ask(listShop, {}) })
  const [opened, setOpened] = useState<Opened>(null)
  const ends = { onDone: () => void shop.refetch(), onClose: () => setOpened(null) }
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.shop}</PageTitle>
      <Shown query={shop}>
        {({ results }) => (
          <Table
            label={officeTexts.shop}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Назва', renderCell: ({ title }) => title },
              { name: 'Ціна', isNumber: true, renderCell: ({ price, currency }) => money(price, currency) },
              { name: 'У продажу', renderCell: ({ is_published }) => (is_published ? 'так' : 'ні') },
              {
                name: 'Далі',
                renderCell: ({ planned, currency }) =>
                  planned.map(({ id, price, begins_at }) => (
                    <div key={id} className={styles.line}>
                      <span>{officeTexts.plannedPrice(money(price, currency), moment(begins_at))}</span>
                      {mayAct && (
                        <Button variant="link" size="small" onClick={() => setOpened({ act: 'cancel', priceId: id })}>
                          {officeTexts.cancel}
                        </Button>
                      )}
                    </div>
                  )),
              },
              ...(mayAct ? [{ name: 'Дії', renderCell: (row: Row) => <RowActs row={row} onAct={setOpened} /> }] : []),
            ]}
          />
        )}
      </Shown>
      {opened?.act === 'price' && <PriceForm row={opened.row} {...ends} />}
      {opened?.act === 'published' && <PublishedForm row={opened.row} {...ends} />}
      {opened?.act === 'cancel' && (
        <ActForm
          title={officeTexts.cancelPrice}
          isPlain
          act={({ reason }) => ask(cancelPlannedPrice, { params: { id: opened.priceId }, body: { reason } })}
          {...ends}
        />
      )}
    </div>
  )
}

function RowActs({ row, onAct }: { row: Row; onAct: (opened: Opened) => void }) {
  return (
    <div className={styles.line}>
      {/* What costs 0 is a trial, and its price stays. */}
      {row.price > 0 && (
        <Button variant="border" size="small" onClick={() => onAct({ act: 'price', row })}>
          {officeTexts.changePrice}
        </Button>
      )}
      <Button variant="border" size="small" onClick={() => onAct({ act: 'published', row })}>
        {row.is_published ? officeTexts.unpublish : officeTexts.publish}
      </Button>
    </div>
  )
}

interface FormProps {
  row: Row
  onDone: () => void
  onClose: () => void
}

function PriceForm({ row, ...ends }: FormProps) {
  const ask = useAsk()
  const [price, setPrice] = useState('')
  const [beginsAt, setBeginsAt] = useState('')
  const act = ({ reason }: { reason: string }) =>
    ask(changePrice, {
      params: { id: row.id },
      body: {
        sold: row.sold,
        price: kopiykas(price) ?? 0,
        begins_at: beginsAt === '' ? null : new Date(beginsAt).toISOString(),
        reason,
      },
    })
  return (
    <ActForm title={`${officeTexts.changePrice}: ${row.title}`} isPlain act={act} {...ends}>
      <TextField
        label={officeTexts.price}
        inputMode="decimal"
        value={price}
        onChange={({ target }) => setPrice(target.value)}
        required
        pattern="\d{1,6}([.,]\d{1,2})?"
      />
      <TextField
        label={officeTexts.beginsAt}
        type="datetime-local"
        value={beginsAt}
        onChange={({ target }) => setBeginsAt(target.value)}
      />
    </ActForm>
  )
}

function PublishedForm({ row, ...ends }: FormProps) {
  const ask = useAsk()
  const act = ({ reason }: { reason: string }) =>
    ask(changePublished, { params: { id: row.id }, body: { sold: row.sold, is_published: !row.is_published, reason } })
  return (
    <ActForm
      title={`${row.is_published ? officeTexts.unpublish : officeTexts.publish}: ${row.title}`}
      isPlain
      act={act}
      {...ends}
    >
      {row.is_published && <Text tone="soft">{officeTexts.unpublishWhy}</Text>}
    </ActForm>
  )
}
