import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closeGradeDifference, listGradeDifferences, readDays, readHouse } from '#contract/staff/house.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { moment, money } from '../format.ts'
import styles from '../office.module.css'
import { figureNames, officeTexts } from '../office-texts.ts'
import { Section } from '../section.tsx'
import { Shown } from '../shown.tsx'
import { Facts, Table } from '../table.tsx'

/** Milliseconds between two looks: the figures cost the database some statements. */
const everyMs = 15_000

export function HousePage({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const house = useQuery({ queryKey: ['house'], queryFn: () => ask(readHouse, {}), refetchInterval: everyMs })
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.house}</PageTitle>
      <Shown query={house}>
        {({ figures, jobs }) => (
          <>
            <Facts
              facts={Object.entries(figures).map(([name, figure]) => [
                figureNames[name] ?? name,
                Math.round(figure).toLocaleString('uk-UA'),
              ])}
            />
            <Section title={officeTexts.jobs}>
              <Table
                label={officeTexts.jobs}
                rows={jobs}
                keyOf={({ queue }) => queue}
                columns={[
                  { name: 'Черга', renderCell: ({ queue }) => queue },
                  { name: 'Чекають', isNumber: true, renderCell: ({ waiting }) => waiting },
                  { name: 'Найдовше, с', isNumber: true, renderCell: ({ oldest }) => Math.round(oldest) },
                ]}
              />
            </Section>
          </>
        )}
      </Shown>
      <Differences mayAct={mayAct} />
      <Days />
    </div>
  )
}

function Days() {
  const ask = useAsk()
  const days = useQuery({ queryKey: ['days'], queryFn: () => ask(readDays, {}) })
  return (
    <Section title={officeTexts.days}>
      <Shown query={days}>
        {({ results }) => (
          <Table
            label={officeTexts.days}
            rows={results}
            keyOf={({ day }) => day}
            columns={[
              { name: 'День', isNumber: true, renderCell: ({ day }) => day },
              { name: 'Зареєструвались', isNumber: true, renderCell: ({ registered }) => registered },
              { name: 'Замовили', isNumber: true, renderCell: ({ ordered }) => ordered },
              { name: 'Оплатили', isNumber: true, renderCell: ({ paid }) => paid },
              { name: 'Надійшло', isNumber: true, renderCell: ({ came }) => money(came, 'UAH') },
              { name: 'Повернено', isNumber: true, renderCell: ({ returned }) => money(returned, 'UAH') },
              { name: 'Здано робіт', isNumber: true, renderCell: ({ submitted }) => submitted },
            ]}
          />
        )}
      </Shown>
    </Section>
  )
}

function Differences({ mayAct }: { mayAct: boolean }) {
  const ask = useAsk()
  const list = useQuery({ queryKey: ['differences'], queryFn: () => ask(listGradeDifferences, {}) })
  const [closing, setClosing] = useState<string | null>(null)
  return (
    <Section title={officeTexts.differences}>
      <Shown query={list}>
        {({ results }) => (
          <Table
            label={officeTexts.differences}
            rows={results}
            keyOf={({ attempt_id }) => attempt_id}
            columns={[
              { name: 'Знайдено', isNumber: true, renderCell: ({ found_at }) => moment(found_at) },
              { name: 'Спроба', renderCell: ({ attempt_id }) => attempt_id },
              { name: 'Що різниться', renderCell: ({ kinds }) => kinds.join(', ') },
              { name: 'Завдання', renderCell: ({ question_ids }) => question_ids.join(', ') || '—' },
              {
                name: 'Дії',
                renderCell: ({ attempt_id }) =>
                  mayAct && (
                    <Button variant="border" size="small" onClick={() => setClosing(attempt_id)}>
                      {officeTexts.closeDifference}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Shown>
      {closing !== null && (
        <ActForm
          title={officeTexts.differences}
          isPlain
          act={({ reason }) => ask(closeGradeDifference, { params: { id: closing }, body: { reason } })}
          onDone={() => void list.refetch()}
          onClose={() => setClosing(null)}
        />
      )}
    </Section>
  )
}
