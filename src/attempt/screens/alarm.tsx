import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAlarms } from '#contract/alarms.ts'
import { inRegion } from '#contract/regions.ts'
import { alarmTexts } from '../../messages/alarm.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { cross, Icon } from '../../ui/icons/icon.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './alarm.module.css'
import panel from './connection-line.module.css'
import { useLasting } from './trouble.ts'

/** A reply counts this long if no newer one comes, as it does at the server. Milliseconds. */
const staleMs = 300_000

/** Asked only while somebody looks at the page. */
const alarmsQuery = queryOptions({
  queryKey: ['alarms'],
  queryFn: ({ signal }) => sessionRequest(readAlarms, {}, { signal }),
  refetchInterval: 30_000,
  refetchOnWindowFocus: 'always',
  retry: false,
  staleTime: 10_000,
})

function useAlarm(region: string) {
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery(alarmsQuery)
  if (errorUpdatedAt - dataUpdatedAt > staleMs) return undefined
  return data?.alarms.find((alarm) => alarm.region === region)
}

/** A finger may be on its way to what the strip now covers: the buttons wait this long. Milliseconds. */
const readInMs = 1_000
/** The beginning of the alarm that the person has decided about in this window. */
let decided = ''

interface AlarmStripProps {
  region: string
  onStop: () => void
  /** The strip has left the screen with the focus in it. */
  onFocusLost: () => void
}

/** «У Київській області тривога. Зупинити годинник?» over the question's first line, until the person has decided. */
export function AlarmStrip({ region, onStop, onFocusLost }: AlarmStripProps) {
  const alarm = useAlarm(region)
  const [putAway, setPutAway] = useState(decided)
  const where = inRegion(region)
  const isShown = where !== null && alarm !== undefined && alarm.ended_at == null && alarm.since !== putAway
  const isRead = useLasting(isShown, readInMs)
  const decide = () => {
    decided = alarm!.since
    setPutAway(decided)
  }
  return (
    <div className={isShown ? panel.panel : styles.none}>
      <div className={isShown ? `${panel.page} ${styles.row}` : undefined}>
        <p role="status">{isShown && alarmTexts.begun(where)}</p>
        {isShown && (
          <>
            <Button
              size="small"
              settling={!isRead}
              onClick={() => {
                decide()
                onStop()
              }}
            >
              {alarmTexts.stop}
            </Button>
            <Button
              size="small"
              variant="link"
              aria-label={alarmTexts.notNow}
              settling={!isRead}
              onClick={() => {
                decide()
                onFocusLost()
              }}
            >
              <Icon drawing={cross} />
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Says that the alarm is over, in a pause for it that began at `since` (milliseconds, by the server's clock). */
export function AlarmOver({ region, since }: { region: string; since: number }) {
  const alarm = useAlarm(region)
  const isOver = alarm?.ended_at != null && Date.parse(alarm.ended_at) > since
  return <div role="status">{isOver && <Text variant="subtitle2">{alarmTexts.over}</Text>}</div>
}
