import { expect, it } from 'vitest'
import { seededFaq } from './seeded-faq.ts'

it('the questions and answers say for how long late answers are taken, as this server is set', () => {
  const answer = (lateHours: number) => seededFaq(lateHours).find(({ id }) => id === 'late-submit')!.answer
  expect(answer(24)).toContain('протягом доби після завершення часу')
  expect(answer(48)).toContain('протягом 48\u00a0год після завершення часу')
})
