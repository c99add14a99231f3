// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StatusNotice } from './notice.tsx'

afterEach(cleanup)

it('a status notice is on the page before it has a text, because a screen reader announces only later changes', () => {
  const { rerender } = render(<StatusNotice>{false}</StatusNotice>)
  const place = screen.getByRole('status')
  expect(place.textContent).toBe('')
  rerender(<StatusNotice>Зміни збережено.</StatusNotice>)
  expect(screen.getByRole('status')).toBe(place)
  expect(place.textContent).toBe('Зміни збережено.')
})
