// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { Failure } from './notice.tsx'
import { PageTitle } from './page.tsx'
import { UiTextsContext } from './ui-texts.ts'

afterEach(cleanup)

/** A page without content during a retry. */
function Page() {
  const [isLost, setLost] = useState(true)
  return (
    <UiTextsContext value={uiTexts}>
      <PageTitle>Досягнення</PageTitle>
      {isLost && (
        <Failure ofPage onRetry={() => setLost(false)}>
          Помилка мережі
        </Failure>
      )}
    </UiTextsContext>
  )
}

it('a retry moves the focus to the heading of the page when the retry button disappears with the failure', () => {
  render(<Page />)
  const retry = screen.getByRole('button', { name: uiTexts.tryAgain })
  retry.focus()
  fireEvent.click(retry)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
