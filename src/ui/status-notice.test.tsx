// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StatusNotice } from './notice.tsx'

afterEach(cleanup)

it('has its place on the page before there is anything to tell, for a reader announces what comes into it', () => {
  const { rerender } = render(<StatusNotice>{false}</StatusNotice>)
  const place = screen.getByRole('status')
  expect(place.textContent).toBe('')
  rerender(<StatusNotice>Зміни збережено.</StatusNotice>)
  expect(screen.getByRole('status')).toBe(place)
  expect(place.textContent).toBe('Зміни збережено.')
})
