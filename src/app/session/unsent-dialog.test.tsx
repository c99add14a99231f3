// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bringer, Unsent } from '../../attempt/submissions/unsent-answers.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { UnsentDialog } from './unsent-dialog.tsx'

afterEach(cleanup)

const workOf = (title: string, bringer: Bringer) =>
  ({ draftId: title, title, bringer, body: { answers: [] } }) as unknown as Unsent

it('[S4.05] promises delivery only of what is delivered after its owner has left, and says so under each', () => {
  const works = [workOf('Пам’ять', 'nobody'), workOf('Логіка', 'ticket'), workOf('Увага', 'owner')]
  render(
    <UiTextsContext value={uiTexts}>
      <UnsentDialog unsent={{ works, practices: [] }} onSent={vi.fn()} onLeave={vi.fn()} onClose={vi.fn()} />
    </UiTextsContext>,
  )
  const said = screen.getAllByRole('list', { hidden: true }).map((list) => {
    const [title] = within(list).getAllByText(/^(Пам’ять|Логіка|Увага)$/)
    return [title?.textContent, list.nextElementSibling?.textContent]
  })
  expect(said).toEqual([
    ['Логіка', expect.stringContaining('самі надійдуть на сервер, щойно з’явиться зв’язок')],
    ['Увага', expect.stringContaining('коли ви знову ввійдете на цьому пристрої')],
    ['Пам’ять', expect.stringContaining('Самі на сервер вони не надійдуть')],
  ])
})
