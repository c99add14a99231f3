// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bringer, Unsent } from '../../attempt/submissions/unsent-answers.ts'
import { sessionTexts } from '../../messages/session.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { deliverNow } from './deliver-now.ts'
import { UnsentDialog } from './unsent-dialog.tsx'

vi.mock('./deliver-now.ts', () => ({ deliverNow: vi.fn(() => new Promise(() => undefined)) }))

afterEach(cleanup)

const workOf = (title: string, bringer: Bringer) =>
  ({ draftId: title, title, bringer, body: { answers: [] } }) as unknown as Unsent

it('[S4.05] the dialog of unsent work says under each work whether it is delivered after the log-out', () => {
  const works = [workOf('Пам’ять', 'nobody'), workOf('Логіка', 'ticket'), workOf('Увага', 'owner')]
  render(
    <UiTextsContext value={uiTexts}>
      <UnsentDialog
        unsent={{ works, practices: [], trialAnswers: 0 }}
        onSent={vi.fn()}
        onLeave={vi.fn()}
        onClose={vi.fn()}
      />
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

it('[S4.05] the dialog of unsent work lets a person leave while the sending still hangs', async () => {
  const onLeave = vi.fn()
  const works = [workOf('Логіка', 'ticket')]
  render(
    <UiTextsContext value={uiTexts}>
      <UnsentDialog
        unsent={{ works, practices: [], trialAnswers: 0 }}
        onSent={vi.fn()}
        onLeave={onLeave}
        onClose={vi.fn()}
      />
    </UiTextsContext>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  press(sessionTexts.sendAndLeave)
  await vi.waitFor(() => expect(deliverNow).toHaveBeenCalledOnce())
  press(sessionTexts.leave)
  expect(onLeave).toHaveBeenCalledOnce()
})

it('[S4.05] the dialog of unsent work says how many answers of a trial wait, and that they wait 30 days at most', () => {
  render(
    <UiTextsContext value={uiTexts}>
      <UnsentDialog
        unsent={{ works: [], practices: [], trialAnswers: 6 }}
        onSent={vi.fn()}
        onLeave={vi.fn()}
        onClose={vi.fn()}
      />
    </UiTextsContext>,
  )
  const [list] = screen.getAllByRole('list', { hidden: true })
  expect(list!.textContent).toMatch(/^Проба без облікового запису · 6\sвідповідей$/)
  expect(list!.nextElementSibling!.textContent).toMatch(/чекатимуть тут щонайбільше 30\sднів/)
})

it.each([
  [[workOf('Логіка', 'ticket')], sessionTexts.stillUnsent],
  [[], sessionTexts.stillUnsentHere],
])(
  '[S4.05] after a failed try the dialog of unsent work names a file only if there is one to download (%#)',
  async (works, sentence) => {
    vi.mocked(deliverNow).mockRejectedValueOnce(new Error('The network is dead'))
    vi.stubGlobal('reportError', vi.fn())
    const unsent = { works, practices: [], trialAnswers: 6 }
    render(
      <UiTextsContext value={uiTexts}>
        <UnsentDialog unsent={unsent} onSent={vi.fn()} onLeave={vi.fn()} onClose={vi.fn()} />
      </UiTextsContext>,
    )
    fireEvent.click(screen.getByRole('button', { name: sessionTexts.sendAndLeave, hidden: true }))
    expect(await screen.findByText(/^Надіслати не вдалося/)).toHaveProperty('textContent', sentence)
    vi.unstubAllGlobals()
  },
)
