import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { listInbox } from '#contract/staff/inbox.ts'
import { ButtonLink } from '../../src/ui/button/button.tsx'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

export function InboxPage() {
  const ask = useAsk()
  const [search] = useSearchParams()
  const state = search.get('state') === 'ended' ? 'ended' : 'open'
  const after = search.get('after') ?? undefined
  const inbox = useQuery({
    queryKey: ['inbox', state, after ?? ''],
    queryFn: () => ask(listInbox, { query: { state, ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.inbox}</PageTitle>
      <nav className={styles.line} aria-label={officeTexts.inbox}>
        <Link to="/inbox">{officeTexts.openMessages}</Link>
        <Link to="/inbox?state=ended">{officeTexts.endedMessages}</Link>
      </nav>
      <Shown query={inbox}>
        {({ results, next }) => (
          <>
            <Table
              label={officeTexts.inbox}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Коли', isNumber: true, renderCell: ({ created_at }) => moment(created_at) },
                { name: 'Звернення', renderCell: ({ begins }) => begins },
                { name: 'Далі', renderCell: ({ id }) => <Link to={`/inbox/${id}`}>{officeTexts.open}</Link> },
              ]}
            />
            {next !== null && (
              <div>
                <ButtonLink variant="border" size="small" to={`/inbox?${new URLSearchParams({ state, after: next })}`}>
                  {officeTexts.next}
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </Shown>
    </div>
  )
}
