// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../ui-texts.ts'
import { Modal } from './modal.tsx'

afterEach(cleanup)

function open() {
  const closed = vi.fn()
  render(
    <UiTextsContext value={uiTexts}>
      <Modal title="Зворотний зв’язок" onClose={closed}>
        <textarea aria-label="Повідомлення" />
      </Modal>
    </UiTextsContext>,
  )
  return { closed, dialog: screen.getByRole('dialog'), field: screen.getByLabelText('Повідомлення') }
}

/** A press that begins and ends on different elements sends its `click` to the dialog around both. */
function drag(from: HTMLElement, to: HTMLElement, clicked: HTMLElement) {
  fireEvent.pointerDown(from)
  fireEvent.pointerUp(to)
  fireEvent.click(clicked)
}

it('[S2.21] a modal closes by a press on the backdrop, and not by a drag over its edge', () => {
  const { closed, dialog, field } = open()
  drag(field, dialog, dialog)
  drag(dialog, field, dialog)
  drag(field, field, field)
  expect(closed).not.toHaveBeenCalled()
  drag(dialog, dialog, dialog)
  expect(closed).toHaveBeenCalledOnce()
})
