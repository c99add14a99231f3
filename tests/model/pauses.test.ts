import { describe, expect, it } from 'vitest'
import { ModelServer } from './server/model-server.ts'
import { Chance } from './world/chance.ts'
import { Network } from './world/network.ts'
import { newLife, Timeline } from './world/timeline.ts'

const now = new Date('2026-11-20T12:00:00Z')

describe('the pauses of the model', () => {
  it('the model refuses a pause of an exam that has not begun, as the server does (51002:25261)', () => {
    const server = new ModelServer({ jobTakes: null, durationSeconds: 20, lateSeconds: 45, questionIds: ['q1'] })
    const { access } = server.sessions.open('user-a')
    server.handle({ method: 'GET', url: '/api/exam-meta/purchase-a/?start_key=1', bearer: access, body: '' }, now)
    const { ticket } = server.attempts[0]!
    const pauses = [{ name: 'one', cause: 'power', device_id: 'device', began_ago_ms: 400, ended_ago_ms: 100 }]
    const body = JSON.stringify({ ticket, more: true, events: [], pauses })
    const reply = server.handle({ method: 'POST', url: '/api/exam-pause/purchase-a/', bearer: null, body }, now)
    expect(reply).toMatchObject({ status: 409, body: expect.stringContaining('attempt_not_started') })
  })

  it('the model counts a pause call without a reply as missed news of other devices (51003:84249)', async () => {
    const timeline = new Timeline((error) => expect.unreachable(String(error)))
    const network = new Network(
      timeline,
      new Chance(1),
      () => 'fine',
      () => expect.unreachable(),
    )
    network.isOffline = true
    timeline.now = 7
    const life = newLife()
    const call = network.of(life)('/api/exam-pause/purchase-a/', { method: 'POST', headers: {} })
    timeline.step(1_000)
    await expect(call).rejects.toThrow('Failed to fetch')
    expect(network.wordsTo(life)).toEqual({ heard: -1, missed: 7 })
  })
})
