import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { exportMonth, listOrders, orderStates } from '#contract/staff/money.ts'
import { endpointUrl } from '../../src/http/api-url.ts'
import { buttonClass, ButtonLink } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { SelectField } from '../../src/ui/field/select-field.tsx'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { moment, money } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts, stateNames } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

export function OrdersPage() {
  const ask = useAsk()
  const [search, setSearch] = useSearchParams()
  const status = orderStates.find((each) => each === search.get('status'))
  const after = search.get('after') ?? undefined
  const orders = useQuery({
    queryKey: ['orders', status ?? '', after ?? ''],
    queryFn: () => ask(listOrders, { query: { ...(status && { status }), ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  })
  const addressOf = (next: string) => `/orders?${new URLSearchParams({ ...(status && { status }), after: next })}`
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.orders}</PageTitle>
      <div className={styles.form}>
        <SelectField
          label="Стан"
          value={status ?? ''}
          onChange={({ target }) => setSearch(target.value === '' ? {} : { status: target.value })}
          options={[
            { value: '', label: officeTexts.allStates },
            ...orderStates.map((value) => ({ value, label: stateNames[value] ?? value })),
          ]}
        />
      </div>
      <ExportMonth />
      <Shown query={orders}>
        {({ results, next }) => (
          <>
            <Table
              label={officeTexts.orders}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Номер',
                  isNumber: true,
                  renderCell: ({ id, number }) => <Link to={`/orders/${id}`}>{number}</Link>,
                },
                { name: 'Що', renderCell: ({ title }) => title },
                {
                  name: 'Стан',
                  renderCell: ({ status: now, is_held }) =>
                    `${stateNames[now] ?? now}${is_held ? ', утримує банк' : ''}`,
                },
                { name: 'Сума', isNumber: true, renderCell: ({ price, currency }) => money(price, currency) },
                { name: 'Сервіс', renderCell: ({ provider }) => provider },
                { name: 'Коли', isNumber: true, renderCell: ({ created_at }) => moment(created_at) },
              ]}
            />
            <div className={styles.line}>
              {after !== undefined && (
                <ButtonLink variant="border" size="small" to={status ? `/orders?status=${status}` : '/orders'}>
                  {officeTexts.first}
                </ButtonLink>
              )}
              {next !== null && (
                <ButtonLink variant="border" size="small" to={addressOf(next)}>
                  {officeTexts.next}
                </ButtonLink>
              )}
            </div>
          </>
        )}
      </Shown>
    </div>
  )
}

/** A link to the month's file: the browser downloads it with the cookie. */
function ExportMonth() {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7))
  return (
    <div className={styles.form}>
      <TextField
        label={officeTexts.monthLabel}
        hint={officeTexts.exportHint}
        type="month"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      <div>
        <a
          className={buttonClass({ variant: 'border', size: 'small' })}
          href={endpointUrl(exportMonth, { params: { month } })}
          download
        >
          {officeTexts.exportMonth}
        </a>
      </div>
    </div>
  )
}
