// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { RichText } from './rich-text.tsx'

afterEach(cleanup)

it('a picture that fails to load is replaced by its text alternative', () => {
  render(<RichText>{'<p>Ряди.</p><p><img src="/media/riad.svg" alt="Ряд: 3, 6, 12, 24, ?"></p>'}</RichText>)
  fireEvent.error(screen.getByRole('img'))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('Ряд: 3, 6, 12, 24, ?')).toBeDefined()
})
