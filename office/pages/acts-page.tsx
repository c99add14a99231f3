import { useQuery } from '@tanstack/react-query'
import { listStaffActs } from '#contract/staff/house.ts'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { factsLine, moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

export function ActsPage() {
  const ask = useAsk()
  const acts = useQuery({ queryKey: ['acts'], queryFn: () => ask(listStaffActs, { query: {} }) })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.acts}</PageTitle>
      <Shown query={acts}>
        {({ results }) => (
          <Table
            label={officeTexts.acts}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Коли', isNumber: true, renderCell: ({ done_at }) => moment(done_at) },
              { name: 'Хто', renderCell: ({ author }) => author },
              { name: 'Що', renderCell: ({ command }) => command },
              { name: 'Чому', renderCell: ({ reason }) => reason ?? '—' },
              { name: 'Було', renderCell: ({ before }) => factsLine(before) },
              { name: 'Стало', renderCell: ({ after }) => factsLine(after) },
              {
                name: 'Людина',
                renderCell: ({ user_id }) =>
                  user_id !== null && <Link to={`/people/${user_id}`}>{officeTexts.open}</Link>,
              },
            ]}
          />
        )}
      </Shown>
    </div>
  )
}
