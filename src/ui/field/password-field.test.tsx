// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../ui-texts.ts'
import { PasswordField } from './password-field.tsx'

afterEach(cleanup)

it('[S2.32] a button shows and hides the password, and only the button’s name says which', () => {
  render(
    <UiTextsContext value={uiTexts}>
      <PasswordField label="Пароль" autoComplete="current-password" />
    </UiTextsContext>,
  )
  const type = () => screen.getByLabelText('Пароль').getAttribute('type')
  expect(type()).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: uiTexts.showPassword }))
  expect(type()).toBe('text')
  // A phone would begin the text with a capital letter.
  expect(screen.getByLabelText('Пароль').getAttribute('autocapitalize')).toBe('none')
  const hide = screen.getByRole('button', { name: uiTexts.hidePassword })
  // A pressed «hide» would be read out as the opposite of its action.
  expect(hide.hasAttribute('aria-pressed')).toBe(false)
  fireEvent.click(hide)
  expect(type()).toBe('password')
})
