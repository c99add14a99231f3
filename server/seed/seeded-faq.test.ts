import { expect, it } from 'vitest'
import { seededFaq } from './seeded-faq.ts'

it('the questions and answers name the late allowance that this server is set to', () => {
  const answer = (lateHours: number) => seededFaq(lateHours).find(({ id }) => id === 'late-submit')!.answer
  expect(answer(24)).toContain('протягом доби після завершення часу')
  expect(answer(48)).toContain('протягом 48\u00a0год після завершення часу')
})
