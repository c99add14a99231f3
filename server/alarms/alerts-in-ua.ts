import type { Region } from '#contract/regions.ts'
import { type AlarmSource, type AlarmsNow, AlarmsUnanswered, askForAlarms } from './alarm-source.ts'

/** The regions of a reply's letters, in order (devs.alerts.in.ua). */
const letters: Region[] =
  'UA-43 UA-07 UA-05 UA-12 UA-14 UA-18 UA-21 UA-23 UA-26 UA-30 UA-32 UA-35 UA-09 UA-46 UA-48 UA-51 UA-53 UA-56 UA-40 UA-59 UA-61 UA-63 UA-65 UA-68 UA-71 UA-77 UA-74'.split(
    ' ',
  ) as Region[]
const form = new RegExp(`^"?([APN ]{${letters.length}})"?\\s*$`)

/** api.alerts.in.ua by its shortest call: «A» all of a region, «P» parts, «N» none. 12 calls a minute; 304 if nothing changed. */
export function createAlertsInUa(token: string, apiUrl: string): AlarmSource {
  let known: { at: string; now: AlarmsNow } | null = null
  return {
    async ask() {
      const { status, headers, text } = await askForAlarms(`${apiUrl}/v1/iot/active_air_raid_alerts_by_oblast.json`, {
        authorization: `Bearer ${token}`,
        ...(known !== null && { 'if-modified-since': known.at }),
      })
      if (status === 304 && known !== null) return known.now
      const said = form.exec(text)?.[1]
      if (said === undefined) throw new AlarmsUnanswered('alerts.in.ua answered in another form')
      const regionsOf = (letter: string) => letters.filter((_, place) => said[place] === letter)
      const now = { whole: regionsOf('A'), part: regionsOf('P') }
      const at = headers.get('last-modified')
      known = at === null ? null : { at, now }
      return now
    },
  }
}
