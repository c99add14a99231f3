// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Toast } from './toast.tsx'

afterEach(cleanup)

function Page() {
  const [isAsked, setAsked] = useState(true)
  return (
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Далі</button>
      </main>
      {isAsked && (
        <Toast>
          <button type="button" onClick={() => setAsked(false)}>
            Пізніше
          </button>
        </Toast>
      )}
    </>
  )
}

it('a dismissed toast that had the focus moves it to the page’s main part', () => {
  render(<Page />)
  const later = screen.getByText('Пізніше')
  later.focus()
  fireEvent.click(later)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('a toast that disappears leaves the focus where it is outside of the toast', () => {
  render(<Page />)
  const next = screen.getByText('Далі')
  next.focus()
  fireEvent.click(screen.getByText('Пізніше'))
  expect(document.activeElement).toBe(next)
})
