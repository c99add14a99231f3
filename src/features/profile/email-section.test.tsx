// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { emailTexts } from '../../messages/profile.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { EmailSection } from './email-section.tsx'

afterEach(cleanup)

it('who gives up changing the address is back at the button that began it, which takes no focus before', () => {
  render(
    <UiTextsContext value={uiTexts}>
      <EmailSection user={{ id: '1', email: 'oksana@example.com', is_verified: true }} />
    </UiTextsContext>,
  )
  const change = () => screen.getByRole('button', { name: emailTexts.change })
  expect(document.activeElement).not.toBe(change())
  fireEvent.click(change())
  expect(document.activeElement).toBe(screen.getByLabelText(emailTexts.newEmail))
  fireEvent.click(screen.getByRole('button', { name: emailTexts.cancel }))
  expect(document.activeElement).toBe(change())
})
