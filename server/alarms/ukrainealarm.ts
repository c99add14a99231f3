import * as z from 'zod/mini'
import type { Region } from '#contract/regions.ts'
import { type AlarmSource, type AlarmsNow, AlarmsUnanswered, askForAlarms } from './alarm-source.ts'

/** The region of each number. Only Crimea's differs from the other provider's. */
const numbers: Readonly<Record<string, Region>> = {
  3: 'UA-68',
  4: 'UA-05',
  5: 'UA-56',
  8: 'UA-07',
  9: 'UA-12',
  10: 'UA-18',
  11: 'UA-21',
  12: 'UA-23',
  13: 'UA-26',
  14: 'UA-32',
  15: 'UA-35',
  16: 'UA-09',
  17: 'UA-48',
  18: 'UA-51',
  19: 'UA-53',
  20: 'UA-59',
  21: 'UA-61',
  22: 'UA-63',
  23: 'UA-65',
  24: 'UA-71',
  25: 'UA-74',
  26: 'UA-77',
  27: 'UA-46',
  28: 'UA-14',
  30: 'UA-40',
  31: 'UA-30',
  9999: 'UA-43',
}

const PlaceId = z.union([z.string(), z.number()])
const Alerts = z.array(
  z.object({
    regionId: PlaceId,
    activeAlerts: z.array(z.object({ regionId: z.optional(PlaceId), type: z.string() })),
  }),
)
interface Place {
  regionId: string | number
  regionChildIds?: Place[] | null | undefined
}
const Places = z.object({ states: z.array(z.unknown()) })

/**
 * api.ukrainealarm.com, version 3. `alerts/status` shows in some bytes whether anything has changed; the list has hundreds of
 * kilobytes in a bad night. It names districts and communities by numbers of their own; `regions` maps them to regions.
 */
export function createUkraineAlarm(key: string, apiUrl: string): AlarmSource {
  let known: { status: string; now: AlarmsNow } | null = null
  let regionOf: ReadonlyMap<string, Region> | null = null
  const ask = async (path: string) => (await askForAlarms(`${apiUrl}/api/v3/${path}`, { authorization: key })).text
  return {
    async ask() {
      // The reply is a number beyond the precision of JSON.parse, so its text is compared.
      const status = await ask('alerts/status')
      if (known?.status === status) return known.now
      regionOf ??= regionsIn(read(Places, await ask('regions')).states as Place[])
      const now = alarmsIn(read(Alerts, await ask('alerts')), regionOf)
      known = { status, now }
      return now
    },
  }
}

function read<T>(schema: z.ZodMiniType<T>, text: string): T {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch (error) {
    throw new AlarmsUnanswered('ukrainealarm answered in another form', { cause: error })
  }
}

/** The region of each place, and of the region's own number. */
function regionsIn(states: Place[]): Map<string, Region> {
  const found = new Map<string, Region>()
  const note = ({ regionId, regionChildIds }: Place, region: Region) => {
    found.set(String(regionId), region)
    for (const child of regionChildIds ?? []) note(child, region)
  }
  for (const state of states) {
    const region = numbers[String(state?.regionId)]
    if (region !== undefined) note(state, region)
  }
  return found
}

function alarmsIn(alerts: z.output<typeof Alerts>, regionOf: ReadonlyMap<string, Region>): AlarmsNow {
  const places = alerts.flatMap(({ regionId, activeAlerts }) =>
    activeAlerts.filter(({ type }) => type === 'AIR').map((alert) => String(alert.regionId ?? regionId)),
  )
  const whole = new Set(places.flatMap((place) => numbers[place] ?? []))
  const part = new Set(places.flatMap((place) => regionOf.get(place) ?? []).filter((region) => !whole.has(region)))
  return { whole: [...whole], part: [...part] }
}
