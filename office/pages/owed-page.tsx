import { useQuery } from '@tanstack/react-query'
import { listOwedMoney } from '#contract/staff/money.ts'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { moment, money } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

const causes = { operator: 'вирішив працівник', surplus: 'сплачено зайве', mismatch: 'не збіглося із замовленням' }

export function OwedPage() {
  const ask = useAsk()
  const owed = useQuery({ queryKey: ['owed'], queryFn: () => ask(listOwedMoney, {}) })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.owed}</PageTitle>
      <Shown query={owed}>
        {(data) => (
          <>
            <Section title={officeTexts.owedTitle}>
              <Table
                label={officeTexts.owedTitle}
                rows={data.owed.map((row, place) => ({ ...row, key: String(place) }))}
                keyOf={({ key }) => key}
                columns={[
                  { name: 'Відколи', isNumber: true, renderCell: ({ owed_since }) => moment(owed_since) },
                  { name: 'Сума', isNumber: true, renderCell: ({ amount, currency }) => money(amount, currency) },
                  { name: 'Чому', renderCell: ({ cause }) => causes[cause] },
                  { name: 'Спроб', isNumber: true, renderCell: ({ tries }) => tries },
                  {
                    name: 'Остання помилка',
                    renderCell: ({ last_error, is_given_up }) =>
                      [is_given_up ? 'ПОТРІБНА ЛЮДИНА' : '', last_error ?? ''].filter(Boolean).join(': ') || '—',
                  },
                  {
                    name: 'Замовлення',
                    renderCell: ({ order_id }) => <Link to={`/orders/${order_id}`}>{officeTexts.open}</Link>,
                  },
                ]}
              />
            </Section>
            <Section title={officeTexts.withheldTitle}>
              <Table
                label={officeTexts.withheldTitle}
                rows={data.withheld.map((row, place) => ({ ...row, key: String(place) }))}
                keyOf={({ key }) => key}
                columns={[
                  { name: 'Відколи', isNumber: true, renderCell: ({ since }) => moment(new Date(since)) },
                  { name: 'Сума', isNumber: true, renderCell: ({ amount, currency }) => money(amount, currency) },
                  {
                    name: 'Стан у банку',
                    renderCell: ({ status, is_taken }) => `${status}${is_taken ? ', списано' : ''}`,
                  },
                  {
                    name: 'Замовлення',
                    renderCell: ({ order_id }) => <Link to={`/orders/${order_id}`}>{officeTexts.open}</Link>,
                  },
                ]}
              />
            </Section>
          </>
        )}
      </Shown>
    </div>
  )
}
