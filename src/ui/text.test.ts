import { expect, it } from 'vitest'
import { boundDash } from './text.tsx'

it('a dash never begins a line: the blank before it is non-breaking, and no other blank is', () => {
  expect(boundDash('Ніна та Тарас — усі різного зросту.')).toBe('Ніна та Тарас\u00a0— усі різного зросту.')
  expect(boundDash('лев — ?\nкіт – ?')).toBe('лев\u00a0— ?\nкіт\u00a0– ?')
  expect(boundDash('−12, 5 - 3 і синьо-жовтий')).toBe('−12, 5 - 3 і синьо-жовтий')
})
