import { useQuery } from '@tanstack/react-query'
import { listQuestionReports } from '#contract/staff/questions.ts'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

export function ReportsPage() {
  const ask = useAsk()
  const reports = useQuery({ queryKey: ['reports'], queryFn: () => ask(listQuestionReports, {}) })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.reportsTitle}</PageTitle>
      <Shown query={reports}>
        {({ results, suspects }) => (
          <>
            <Table
              label={officeTexts.reportsTitle}
              rows={results}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Коли', isNumber: true, renderCell: ({ created_at }) => moment(created_at) },
                { name: 'Родина', renderCell: ({ family }) => family },
                { name: 'Слова', renderCell: ({ words }) => words },
                { name: 'Завдання', renderCell: ({ id }) => <Link to={`/reports/${id}`}>{officeTexts.open}</Link> },
              ]}
            />
            <Section title={officeTexts.suspects}>
              <Table
                label={officeTexts.suspects}
                rows={suspects}
                keyOf={({ family, rule }) => `${family} ${rule}`}
                columns={[
                  { name: 'Родина', renderCell: ({ family }) => family },
                  { name: 'Правило', renderCell: ({ rule }) => rule ?? 'невідоме' },
                  { name: 'Людей', isNumber: true, renderCell: ({ people }) => people },
                  { name: 'Повідомлень', isNumber: true, renderCell: ({ reports: count }) => count },
                ]}
              />
            </Section>
          </>
        )}
      </Shown>
    </div>
  )
}
