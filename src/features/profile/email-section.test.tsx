// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emailTexts } from '../../messages/profile.ts'
import { changePasswordTexts } from '../../messages/reset.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths } from '../../paths.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { EmailSection } from './email-section.tsx'

const Asked = () => <p>{JSON.stringify(useLocation().state)}</p>

beforeEach(() => {
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <Routes>
          <Route
            path="/"
            element={<EmailSection user={{ id: '1', email: 'oksana@example.com', is_verified: true }} />}
          />
          <Route path={paths.resetEmail} element={<Asked />} />
        </Routes>
      </MemoryRouter>
    </UiTextsContext>,
  )
})
afterEach(cleanup)

const change = () => screen.getByRole('button', { name: emailTexts.change })

it('the e-mail section returns the focus to its change button on cancel, and does not take the focus before', () => {
  expect(document.activeElement).not.toBe(change())
  fireEvent.click(change())
  expect(document.activeElement).toBe(screen.getByLabelText(emailTexts.newEmail))
  fireEvent.click(screen.getByRole('button', { name: emailTexts.cancel }))
  expect(document.activeElement).toBe(change())
})

it('the e-mail section links to a new password by letter, with the person’s address filled in', () => {
  fireEvent.click(change())
  fireEvent.click(screen.getByRole('link', { name: changePasswordTexts.unknown }))
  expect(screen.getByText('{"email":"oksana@example.com"}')).toBeDefined()
})
