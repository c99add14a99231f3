// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepEarlyClick } from './replay-early-click.ts'

let button: HTMLButtonElement
/** Whether the root stops a click, like React on a part that is not hydrated. */
let isEnded: boolean
let answered: number

beforeEach(() => {
  vi.useFakeTimers()
  isEnded = true
  answered = 0
  document.body.innerHTML = '<div><button>Розв’язати</button></div>'
  button = document.querySelector('button')!
  document.querySelector('div')!.addEventListener('click', (event) => {
    if (isEnded) event.stopPropagation()
    else answered += 1
  })
})

afterEach(() => {
  vi.useRealTimers()
})

it('an early click that React still stops is replayed until it is handled, and is handled once', () => {
  const early = keepEarlyClick()
  button.click()
  early.replay()
  early.end()
  vi.advanceTimersByTime(1_000)
  expect(answered).toBe(0)
  isEnded = false
  vi.advanceTimersByTime(10_000)
  expect(answered).toBe(1)
})

it('an early click that nothing handles is dropped after five seconds', () => {
  const early = keepEarlyClick()
  button.click()
  early.end()
  vi.advanceTimersByTime(5_100)
  isEnded = false
  vi.advanceTimersByTime(60_000)
  expect(answered).toBe(0)
})
