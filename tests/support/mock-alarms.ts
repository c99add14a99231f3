import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AlarmsConfig } from '../../server/config/config.ts'

/** Regions that tests use: `letter` is the place in the reply of alerts.in.ua, `number` the region id of ukrainealarm. */
const places = {
  'UA-32': { letter: 10, number: '14' },
  'UA-30': { letter: 9, number: '31' },
  'UA-43': { letter: 0, number: '9999' },
}
type Place = keyof typeof places
type State = 'A' | 'P' | 'N'

/** In this order: 401; 429 with Retry-After 90 s; no reply; a reply after 200 ms; no JSON; 5 MiB, more than the server reads. */
type Fault = 'refused' | 'too-often' | 'silent' | 'late' | 'odd' | 'endless' | null

/**
 * Both alarm providers, by their published protocols. `set`: an alarm of a region (A) or of a part of it (P). 401 without `key`.
 */
export async function startMockAlarms() {
  const key = 'a key of alarms'
  const states = new Map<Place, State>()
  const held: ServerResponse[] = []
  let fault: Fault = null
  let version = 0
  const asked: string[] = []
  const changedAt = () => new Date(Date.UTC(2026, 0, 1) + version * 1000).toUTCString()
  const server = createServer((request, reply) => {
    asked.push(request.url!)
    const says = (status: number, body = '', headers = {}) => void reply.writeHead(status, headers).end(body)
    if (fault === 'silent') return void held.push(reply)
    if (fault === 'endless') return says(200, 'x'.repeat(5 * 1024 * 1024))
    if (fault === 'odd') return says(200, '<p>Технічні роботи</p>')
    if (fault === 'too-often') return says(429, '', { 'retry-after': '90' })
    const { authorization } = request.headers
    const isOfUkrainealarm = request.url!.startsWith('/api/v3/')
    if (fault === 'refused' || authorization !== (isOfUkrainealarm ? key : `Bearer ${key}`)) return says(401)
    const answer = () => {
      if (isOfUkrainealarm) return says(200, JSON.stringify(ofUkrainealarm(request.url!, states, version)))
      if (request.headers['if-modified-since'] === changedAt()) return says(304)
      const letters = Array.from({ length: 27 }, () => 'N')
      for (const [place, state] of states) letters[places[place].letter] = state
      says(200, JSON.stringify(letters.join('')), { 'last-modified': changedAt() })
    }
    if (fault === 'late') setTimeout(answer, 200)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: (provider: AlarmsConfig['provider']): AlarmsConfig => ({
      provider,
      key,
      apiUrl: `http://127.0.0.1:${port}`,
    }),
    asked,
    set(place: Place, state: State): void {
      states.set(place, state)
      version += 1
    },
    fail(next: Fault): void {
      fault = next
      for (const reply of held.splice(0)) reply.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
export type MockAlarms = Awaited<ReturnType<typeof startMockAlarms>>

/** Each region has one district with one community. A partial alarm is an alarm of that community. */
function ofUkrainealarm(url: string, states: ReadonlyMap<Place, State>, version: number): unknown {
  const since = '2026-11-29T08:00:00Z'
  const alert = (regionId: string, regionType: string, type: string) => ({
    regionId,
    regionType,
    regionName: regionId,
    lastUpdate: since,
    activeAlerts: [{ regionId, regionType, type, lastUpdate: since }],
  })
  if (url.endsWith('/status')) return { lastActionIndex: `6392587288880775${49 + version}` }
  if (url.endsWith('/regions')) {
    return {
      states: Object.values(places).map(({ number }) => ({
        regionId: number,
        regionName: number,
        regionType: 'State',
        regionChildIds: [
          { regionId: `${number}01`, regionChildIds: [{ regionId: `${number}0101`, regionChildIds: [] }] },
        ],
      })),
    }
  }
  const alerts = [...states].flatMap(([place, state]) => {
    const { number } = places[place]
    if (state === 'A') return [alert(number, 'State', 'AIR')]
    return state === 'P' ? [alert(`${number}0101`, 'Community', 'AIR')] : []
  })
  // Shelling is no air raid, and region 0 is the provider's own for tests.
  return [...alerts, alert('9', 'State', 'ARTILLERY'), alert('0', 'State', 'AIR')]
}
