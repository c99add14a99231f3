import { expect, it } from 'vitest'
import { iqScore } from '#content/score/iq-score.ts'
import { statementsOf } from './certificate-facts.ts'

const facts = {
  testTitle: 'Тест',
  testSlug: 'test',
  name: '',
  score: { ...iqScore([], 1), model: '1' },
  correct: 20,
  total: 30,
  late: null,
  pauses: null,
  takenAt: new Date(0),
  version: 2,
  place: 2,
}

it('a certificate names its ten statements in a reader’s own words, and calls no scale a norm', () => {
  const pauses = [{ cause: 'power', seconds: 59 }]
  expect(statementsOf({ ...facts, pauses }).map(({ name }) => name)).toEqual([
    'Оцінка IQ',
    'Імовірний діапазон',
    'Правильних відповідей',
    'Котра це спроба',
    'Чи вчасно',
    'Паузи',
    'Шкала',
    'Точність',
    'Застереження',
    'Версія результату',
  ])
})

it('a certificate states the pauses of the exam and their alarms, and says nothing if there were none', () => {
  const pauses = [
    { cause: 'alarm', seconds: 2_570 },
    { cause: 'power', seconds: 59 },
  ]
  const said = (given: typeof pauses | null) =>
    statementsOf({ ...facts, pauses: given }).find(({ key }) => key === 'pauses')?.value
  expect(said(pauses)).toBe('43 хв (повітряна тривога), 59 с')
  expect([said([]), said(null)]).toEqual([undefined, undefined])
})
