import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { createPromoCodes, endPromoCode, listPromoCodes } from '#contract/staff/promo.ts'
import { listShop } from '#contract/staff/shop.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { Checkbox } from '../../src/ui/field/checkbox.tsx'
import { SelectField } from '../../src/ui/field/select-field.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { kopiykas, moment, money } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

type Row = EndpointReply<typeof listPromoCodes>['results'][number]

export function PromoPage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const codes = useQuery({ queryKey: ['promo'], queryFn: () => ask(listPromoCodes, {}) })
  const [opened, setOpened] = useState<'create' | Row | null>(null)
  const ends = { onDone: () => void codes.refetch(), onClose: () => setOpened(null) }
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.promo}</PageTitle>
      {mayAct && (
        <div>
          <Button onClick={() => setOpened('create')}>{officeTexts.createPromo}</Button>
        </div>
      )}
      <Shown query={codes}>
        {({ results }) => (
          <Table
            label={officeTexts.promo}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Код', renderCell: ({ code }) => code },
              { name: 'Знижка', isNumber: true, renderCell: (row) => offOf(row) },
              { name: 'Діє', isNumber: true, renderCell: (row) => spanOf(row) },
              {
                name: 'Сплачено',
                isNumber: true,
                renderCell: ({ paid, uses_most }) => `${paid} з ${uses_most ?? '∞'}`,
              },
              { name: 'Надійшло', isNumber: true, renderCell: ({ brought }) => money(brought, 'UAH') },
              { name: 'Нащо', renderCell: ({ note }) => note },
              {
                name: 'Дії',
                renderCell: (row) =>
                  mayAct &&
                  row.ended_at === null && (
                    <Button variant="border" size="small" onClick={() => setOpened(row)}>
                      {officeTexts.endPromo}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Shown>
      {opened === 'create' && <CreateForm {...ends} />}
      {opened !== null && opened !== 'create' && (
        <ActForm
          title={`${officeTexts.endPromo}: ${opened.code}`}
          isPlain
          act={({ reason }) => ask(endPromoCode, { params: { id: opened.id }, body: { reason } })}
          {...ends}
        />
      )}
    </div>
  )
}

const offOf = ({ percent, sum }: Row) => (percent === null ? money(sum ?? 0, 'UAH') : `${percent} %`)

const spanOf = ({ begins_at, ends_at, ended_at }: Row) =>
  ended_at === null ? `${moment(begins_at)} – ${ends_at === null ? '…' : moment(ends_at)}` : `до ${moment(ended_at)}`

function CreateForm(ends: { onDone: () => void; onClose: () => void }) {
  const ask = useAsk()
  const shop = useQuery({ queryKey: ['shop'], queryFn: () => ask(listShop, {}) })
  const [values, setValues] = useState({
    code: '',
    count: '1',
    off: '10',
    isSum: false,
    testId: '',
    isForBundles: false,
    endsAt: '',
    usesMost: '',
    onceAPerson: true,
    note: '',
  })
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const act = async ({ reason }: { reason: string }) => {
    const { codes } = await ask(createPromoCodes, {
      body: {
        code: values.code.trim() === '' ? null : values.code.trim(),
        count: Number(values.count),
        percent: values.isSum ? null : Number(values.off),
        sum: values.isSum ? (kopiykas(values.off) ?? 0) : null,
        test_ids: values.testId === '' ? null : [values.testId],
        is_for_bundles: values.isForBundles,
        begins_at: null,
        ends_at: values.endsAt === '' ? null : new Date(values.endsAt).toISOString(),
        uses_most: values.usesMost === '' ? null : Number(values.usesMost),
        once_a_person: values.onceAPerson,
        note: values.note,
        reason,
      },
    })
    return { said: codes.join(', ') }
  }
  const tests = (shop.data?.results ?? []).filter(({ sold, price }) => sold === 'test' && price > 0)
  return (
    <ActForm title={officeTexts.createPromo} isPlain act={act} {...ends}>
      <TextField
        label={officeTexts.promoCode}
        hint={officeTexts.promoCodeHint}
        value={values.code}
        onChange={({ target }) => set({ code: target.value })}
        maxLength={40}
        spellCheck={false}
      />
      <TextField
        label={officeTexts.promoCount}
        inputMode="numeric"
        value={values.count}
        onChange={({ target }) => set({ count: target.value })}
        required
        pattern="\d{1,4}"
      />
      <SelectField
        label={officeTexts.promoKind}
        options={[
          { value: 'percent', label: officeTexts.promoPercent },
          { value: 'sum', label: officeTexts.promoSum },
        ]}
        value={values.isSum ? 'sum' : 'percent'}
        onChange={({ target }) => set({ isSum: target.value === 'sum' })}
      />
      <TextField
        label={officeTexts.promoOff}
        inputMode="decimal"
        value={values.off}
        onChange={({ target }) => set({ off: target.value })}
        required
        pattern="\d{1,6}([.,]\d{1,2})?"
      />
      <SelectField
        label={officeTexts.promoTests}
        options={[
          { value: '', label: officeTexts.allTests },
          ...tests.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={values.testId}
        onChange={({ target }) => set({ testId: target.value })}
      />
      <Checkbox checked={values.isForBundles} onChange={({ target }) => set({ isForBundles: target.checked })}>
        {officeTexts.promoBundles}
      </Checkbox>
      <TextField
        label={officeTexts.promoUses}
        inputMode="numeric"
        value={values.usesMost}
        onChange={({ target }) => set({ usesMost: target.value })}
        pattern="\d{0,7}"
      />
      <Checkbox checked={values.onceAPerson} onChange={({ target }) => set({ onceAPerson: target.checked })}>
        {officeTexts.promoOnce}
      </Checkbox>
      <TextField
        label={officeTexts.promoEnds}
        type="datetime-local"
        value={values.endsAt}
        onChange={({ target }) => set({ endsAt: target.value })}
      />
      <TextField
        label={officeTexts.promoNote}
        value={values.note}
        onChange={({ target }) => set({ note: target.value })}
        maxLength={200}
      />
    </ActForm>
  )
}
