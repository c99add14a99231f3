import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { readAttemptHistory } from '#contract/staff/people.ts'
import { ButtonLink } from '../../src/ui/button/button.tsx'
import { Link } from '../../src/ui/link.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Facts, Table } from '../table.tsx'

const momentOf = (text: string | null | undefined) => moment(text == null ? null : new Date(text))
const keyed = <Row extends object>(rows: readonly Row[]) => rows.map((row, place) => ({ ...row, key: String(place) }))

/** One attempt: its moments, pauses and grades, and each answer as it came, without what was answered. */
export function AttemptPage() {
  const ask = useAsk()
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const after = search.get('after') ?? undefined
  const history = useQuery({
    queryKey: ['attempt', id, after ?? ''],
    queryFn: () => ask(readAttemptHistory, { params: { id }, query: { ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Shown query={history}>
      {(attempt) => (
        <div className={styles.page}>
          <PageTitle>{officeTexts.history}</PageTitle>
          <Facts
            facts={[
              ['Вид', attempt.mode],
              ['Стан', attempt.state],
              ['Почато', momentOf(attempt.started_at)],
              ['Час до', momentOf(attempt.deadline_at)],
              ['Приймаємо до', momentOf(attempt.late_until)],
              ['Здано', momentOf(attempt.submitted_at)],
              ['Ким закрито', attempt.closed_by ?? '—'],
              ['Ідентифікатор', attempt.attempt_id],
            ]}
          />
          <Link to={`/people/${attempt.user_id}`}>{officeTexts.account}</Link>
          <Section title={officeTexts.pauses}>
            <Table
              label={officeTexts.pauses}
              rows={keyed(attempt.pauses)}
              keyOf={({ key }) => key}
              columns={[
                { name: 'Причина', renderCell: ({ cause }) => cause },
                { name: 'Від', isNumber: true, renderCell: ({ began_at }) => momentOf(began_at) },
                { name: 'До', isNumber: true, renderCell: ({ ended_at }) => momentOf(ended_at) },
              ]}
            />
          </Section>
          <Section title={officeTexts.versions}>
            <Table
              label={officeTexts.versions}
              rows={attempt.versions}
              keyOf={({ version }) => String(version)}
              columns={[
                { name: 'Версія', isNumber: true, renderCell: ({ version }) => version },
                { name: 'Правильних', isNumber: true, renderCell: ({ correct, total }) => `${correct} з ${total}` },
                { name: 'Чому', renderCell: ({ reason }) => reason },
                { name: 'Хто', renderCell: ({ author }) => author },
                { name: 'Коли', isNumber: true, renderCell: ({ created_at }) => momentOf(created_at) },
              ]}
            />
          </Section>
          <Section title={officeTexts.events}>
            <Table
              label={officeTexts.events}
              rows={keyed(attempt.events)}
              keyOf={({ key }) => key}
              columns={[
                { name: 'Коли', isNumber: true, renderCell: ({ received_at }) => momentOf(received_at) },
                { name: 'Завдання', isNumber: true, renderCell: ({ number }) => number ?? '—' },
                { name: 'Що', renderCell: ({ is_cleared }) => (is_cleared ? 'прибрано' : 'дано') },
                { name: 'Коли дано', renderCell: ({ phase }) => phase },
                { name: 'Пристрій', renderCell: ({ device_id }) => device_id },
              ]}
            />
            {attempt.next !== null && (
              <div>
                <ButtonLink variant="border" size="small" to={`/attempts/${id}?after=${attempt.next}`}>
                  {officeTexts.next}
                </ButtonLink>
              </div>
            )}
          </Section>
        </div>
      )}
    </Shown>
  )
}
