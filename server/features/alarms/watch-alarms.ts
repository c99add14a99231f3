import type { Alarm } from '#contract/alarms.ts'
import { type AlarmSource, AlarmsUnanswered } from '../../alarms/alarm-source.ts'
import type { Queries } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { noteAlarms, putOffAlarmTurn, readKnown, takeAlarmTurn } from './known-alarms.ts'

/** Seconds between two rounds. */
export const alarmRound = 15

export interface AlarmWatch {
  /** The alarms that this process read in its last round. */
  known(): readonly Alarm[]
  round(): Promise<void>
}

declare module '../../services.ts' {
  interface Services {
    /** Null without a provider of alarms. */
    alarms: AlarmWatch | null
  }
}

/**
 * Asks the provider while an exam of a person with a region is under way (`isWanted`). In each round one of all processes asks,
 * and every process reads the result. A silent provider is logged once, when the silence begins.
 */
export function watchAlarms(
  { db, log }: Pick<Services, 'db' | 'log'>,
  source: AlarmSource,
  isWanted: (queries: Queries) => Promise<boolean>,
): AlarmWatch {
  let known: readonly Alarm[] = []
  let isSilent = false
  let isNew = true
  const ask = async () => {
    try {
      await noteAlarms(db, await source.ask())
      if (isSilent) log.info('the provider of alarms answers again')
      isSilent = false
    } catch (error) {
      if (!(error instanceof AlarmsUnanswered)) throw error
      const { pauseSeconds } = error
      if (pauseSeconds !== null) await putOffAlarmTurn(db, pauseSeconds)
      if (!isSilent) log.error({ err: error, pauseSeconds }, 'the provider of alarms does not tell: exams are not told')
      isSilent = true
    }
  }
  return {
    known: () => known,
    async round() {
      if ((await isWanted(db)) && (await takeAlarmTurn(db, isNew))) {
        isNew = false
        await ask()
      }
      known = await readKnown(db)
    },
  }
}
