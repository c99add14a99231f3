import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { isAttemptPage } from './exam-lock.ts'

it.each([
  [paths.exam('logic', '1'), true],
  [paths.learning('logic', '1'), true],
  [paths.result('exam', '1'), false],
  [paths.purchases, false],
  [`/about${paths.exam('logic', '1')}`, false],
])('the client tells the pages of an attempt, with its introduction, from other pages: %s', (page, isAttempt) => {
  expect(isAttemptPage(page)).toBe(isAttempt)
})
