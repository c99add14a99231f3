// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alarmTexts } from '../../messages/alarm.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import type { AttemptController } from '../control/controller.ts'
import type { AttemptInfo } from '../machine/paper.ts'
import { pauseTexts } from '../../messages/pause.ts'
import { AlarmOver, AlarmStrip } from './alarm.tsx'
import { PauseDialog } from './pause.tsx'

const since = '2026-11-29T08:00:00.000Z'
const question = alarmTexts.begun('У Київській області')
let alarms: object[]
let client: QueryClient
const onStop = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  alarms = []
  client = new QueryClient()
  vi.stubGlobal('fetch', async () => Response.json({ alarms }))
})
afterEach(() => {
  cleanup()
  client.clear()
  onStop.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(part: 'strip' | 'over', pausedAt = 0) {
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        {part === 'strip' ? (
          <AlarmStrip region="UA-32" onStop={onStop} onFocusLost={() => undefined} />
        ) : (
          <AlarmOver region="UA-32" since={pausedAt} />
        )}
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the strip of an alarm', () => {
  it('the strip of an alarm appears within half a minute, and takes no press in its first second', async () => {
    show('strip')
    await later(100)
    expect(screen.getByRole('status').textContent).toBe('')
    alarms = [{ region: 'UA-32', since, ended_at: null }]
    await later(30_000)
    expect(screen.getByRole('status').textContent).toBe(question)
    press(alarmTexts.stop)
    expect(onStop).not.toHaveBeenCalled()
    await later(1_100)
    press(alarmTexts.stop)
    expect(onStop).toHaveBeenCalledOnce()
  })

  it('a dismissed strip of an alarm returns with the next alarm, and not with the same one', async () => {
    const next = '2026-11-29T09:00:00.000Z'
    alarms = [{ region: 'UA-32', since: next, ended_at: null }]
    show('strip')
    await later(1_200)
    press(alarmTexts.notNow)
    expect(screen.queryByText(question)).toBeNull()
    cleanup()
    show('strip')
    await later(31_000)
    expect(screen.queryByText(question)).toBeNull()
    alarms = [{ region: 'UA-32', since: '2026-11-29T10:00:00.000Z', ended_at: null }]
    await later(31_000)
    expect(screen.getByText(question)).toBeDefined()
  })

  it('the strip of an alarm stays while the server is silent for 280 s, and is gone after five minutes', async () => {
    alarms = [{ region: 'UA-32', since: '2026-11-29T11:00:00.000Z', ended_at: null }]
    show('strip')
    await later(100)
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    await later(280_000)
    expect(screen.getByText(question)).toBeDefined()
    await later(60_000)
    expect(screen.queryByText(question)).toBeNull()
  })

  it.each([
    [{ region: 'UA-30', since: 'a', ended_at: null }],
    [{ region: 'UA-32', since: 'b', ended_at: '2026-11-29T08:30:00.000Z' }],
  ])('the page shows no strip for the alarm %j', async (alarm) => {
    alarms = [alarm]
    show('strip')
    await later(1_000)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it.each([
  [{ ended_at: '2026-11-29T08:30:00.000Z' }, alarmTexts.over],
  [{ ended_at: '2026-11-29T08:10:00.000Z' }, ''],
  [{ ended_at: null }, ''],
])('the page of a pause that began at 8:20 says of an alarm with %j: «%s»', async (alarm, words) => {
  alarms = [{ region: 'UA-32', since, ...alarm }]
  show('over', Date.parse('2026-11-29T08:20:00.000Z'))
  await later(100)
  expect(screen.getByRole('status').textContent).toBe(words)
})

it.each([
  ['UA-32', null, 'alarm'],
  ['UA-32', '2026-11-29T08:30:00.000Z', 'power'],
  ['UA-30', null, 'power'],
])('a pause by the button, with an alarm in %s that ended at %s, has the cause %s', (region, ended_at, cause) => {
  updateSession({ user: { id: 'u1', region: 'UA-32' } })
  client.setQueryData(['alarms'], { alarms: [{ region, since, ended_at }] })
  const pause = vi.fn<(cause: string) => void>()
  const pauses = { current: null, left: 2, leftMs: 9_000_000, untold: [] }
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <PauseDialog
          controller={{ pause } as unknown as AttemptController}
          info={{ deadlineAt: 600_000, pauses } as unknown as AttemptInfo}
          onClose={() => undefined}
        />
      </UiTextsContext>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText(pauseTexts.choose))
  expect(pause.mock.calls).toEqual([[cause]])
  resetSession()
})
