// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SavingLine } from './saving-line.tsx'

afterEach(cleanup)

type Line = Parameters<typeof SavingLine>[0]
const said = (saving: Line['saving'], answer: Line['answer']) => {
  const { container } = render(
    <SavingLine saving={saving} answer={answer} canClear={false} onClear={() => undefined} />,
  )
  return container.textContent
}

describe('the saving line', () => {
  it('[C.06] the saving line says which answer counts when the text is no number', () => {
    expect(said('unread', null)).toBe('Це ще не число, тому не збережено')
    expect(said('unread', '12')).toBe('Це не число: і далі діє 12')
    expect(said('unread', '1'.repeat(17))).toBe('Це не число: і далі діє попередня відповідь')
  })

  it('[C.06] the saving line calls nothing saved when the field is empty', () => {
    expect(said('server', '12')).toBe('Збережено на сервері')
    expect(said('server', null)).toBe('Відповіді ще немає')
    expect(said('device', null)).toBe('Прибрано на цьому пристрої')
    expect(said('saving', null)).toBe('Прибираємо відповідь…')
    expect(said('unsaved', null)).toMatch(/^Не збережено/)
  })
})
