// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { ShowMore } from './list.tsx'
import { UiTextsContext } from './ui-texts.ts'

afterEach(cleanup)

/** Rows in two pages; the second page's come first, as after a change of the order. */
function TwoPages() {
  const [isWhole, setWhole] = useState(false)
  const list = { hasNextPage: !isWhole, isFetchingNextPage: false, fetchNextPage: () => setWhole(true) }
  return (
    <UiTextsContext value={uiTexts}>
      <main>
        <ul>
          {isWhole && <li key="new">нове</li>}
          <li key="old">старе</li>
        </ul>
        <ShowMore list={list}>Показати ще</ShowMore>
      </main>
      <button type="button">Деінде</button>
    </UiTextsContext>
  )
}

it('the last page of a list moves the focus to its first row, because the pressed button is gone', () => {
  render(<TwoPages />)
  const more = screen.getByRole('button', { name: 'Показати ще' })
  more.focus()
  fireEvent.click(more)
  expect(document.activeElement).toBe(screen.getByText('нове'))
})

it('the last page of a list leaves the focus on an element to which the person has moved on', () => {
  render(<TwoPages />)
  const elsewhere = screen.getByRole('button', { name: 'Деінде' })
  elsewhere.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Показати ще' }))
  expect(document.activeElement).toBe(elsewhere)
})
