import { expect, it } from 'vitest'
import { iqScore } from '#content/score/iq-score.ts'
import { statementsOf } from './certificate-facts.ts'

it('a certificate names its statements by words that a reader asks with, and calls no scale a norm', () => {
  const score = { ...iqScore([]), model: '1' }
  const facts = { testTitle: 'Тест', testSlug: 'test', name: '', score, correct: 20, total: 30, late: null }
  expect(statementsOf({ ...facts, takenAt: new Date(0), version: 2, place: 2 }).map(({ name }) => name)).toEqual([
    'Оцінка IQ',
    'Імовірний діапазон',
    'Правильних відповідей',
    'Котра це спроба',
    'Чи вчасно',
    'Шкала',
    'Точність',
    'Застереження',
    'Версія результату',
  ])
})
