import { expect, it } from 'vitest'
import { mostSteps, type Step } from '#contract/timing.ts'
import { questionTimes } from './read-result.ts'

const step = (what: Step['what'], place: number, seconds: number): Step => ({ what, place, at: seconds * 1000 })

it('questionTimes gives each question the time from its showing to the next step, also on a second visit', () => {
  const steps = [
    step('shown', 0, 0),
    step('answered', 0, 10),
    step('shown', 2, 12),
    step('shown', 0, 20),
    step('answered', 0, 25),
  ]
  expect(questionTimes(steps, 4)).toEqual([17, null, 8, null])
})

it('questionTimes gives the time before a page was opened again to no question', () => {
  const steps = [step('shown', 0, 0), step('answered', 0, 4), step('resumed', 0, 900), step('shown', 1, 901)]
  expect(questionTimes(steps, 2)).toEqual([5, 0])
})

it('questionTimes returns null for a list of steps that is full, is empty, or belongs to another paper', () => {
  expect(questionTimes([], 2)).toBeNull()
  expect(questionTimes([step('shown', 2, 0)], 2)).toBeNull()
  expect(
    questionTimes(
      Array.from({ length: mostSteps }, (_, i) => step('shown', i % 2, i)),
      2,
    ),
  ).toBeNull()
})
