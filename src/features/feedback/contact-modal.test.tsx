// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import type { User } from '../../session/session-state.ts'
import { partFrom } from '../../session/session-events.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { FeedbackForm, type SubmitFeedback } from './contact-modal.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const message = () => screen.getByLabelText('Повідомлення')
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Надіслати' }))

const olena = { id: 'u1', email: 'olena@example.com' }
const form = (user: User | null, onSubmit?: SubmitFeedback) => (
  <UiTextsContext value={uiTexts}>
    <FeedbackForm user={user} onSubmit={onSubmit} />
  </UiTextsContext>
)
const show = (onSubmit?: SubmitFeedback) => render(form(olena, onSubmit))

describe('the feedback form', () => {
  it('[S7.42] the feedback form hands its values to a given submit handler and makes no call itself', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const taken = vi.fn(() => Promise.resolve())
    show(taken)
    type(message(), 'Куди поділася моя грамота?')
    const place = screen.getByRole('status')
    send()
    const thanks = await screen.findByText(/^Дякуємо!/)
    // A screen reader announces a text only in an element that was there before.
    expect(place.contains(thanks)).toBe(true)
    expect(taken).toHaveBeenCalledWith({
      email: 'olena@example.com',
      message: 'Куди поділася моя грамота?',
      type_of_appeal: 'authorized_user_appeal',
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('[S4.32] the feedback form keeps the typed message when sending fails, and is reset after it is sent', async () => {
    const taken = vi.fn<SubmitFeedback>().mockRejectedValueOnce(new Error('x')).mockResolvedValueOnce(undefined)
    show(taken)
    type(message(), 'Куди поділася моя грамота?')
    send()
    await screen.findByText('Произошла ошибка при отправке формы')
    expect(message()).toHaveProperty('value', 'Куди поділася моя грамота?')
    send()
    await waitFor(() => expect(message()).toHaveProperty('value', ''))
    expect(screen.getByLabelText('Електронна пошта')).toHaveProperty('value', 'olena@example.com')
  })

  it('[S4.32] the feedback form keeps the next message that was typed while the last one was being sent', async () => {
    let done: () => void = () => undefined
    show(() => new Promise<void>((resolve) => void (done = resolve)))
    type(message(), 'Куди поділася моя грамота?')
    send()
    type(message(), 'І ще одне запитання')
    done()
    await screen.findByText(/^Дякуємо!/)
    expect(message()).toHaveProperty('value', 'І ще одне запитання')
  })

  it('[S1.07] the feedback form keeps a typed message when the profile arrives, and fills in the e-mail of its owner', () => {
    const { rerender } = render(form({ id: 'u1' }))
    type(message(), 'Куди поділася моя грамота?')
    rerender(form(olena))
    expect(message()).toHaveProperty('value', 'Куди поділася моя грамота?')
    expect(screen.getByLabelText('Електронна пошта')).toHaveProperty('value', 'olena@example.com')
  })

  it('[S4.32] the feedback form restores an unsent message after it was closed', () => {
    show()
    type(message(), 'Куди поділася моя грамота?')
    cleanup()
    show()
    expect(message()).toHaveProperty('value', 'Куди поділася моя грамота?')
    expect(screen.getByLabelText('Електронна пошта')).toHaveProperty('value', 'olena@example.com')
  })

  it('[S4.32] the feedback form does not restore a message whose sending ended after the form was closed', async () => {
    let done: () => void = () => undefined
    show(() => new Promise<void>((resolve) => void (done = resolve)))
    type(message(), 'Куди поділася моя грамота?')
    send()
    await screen.findByRole('button', { name: 'Завантаження...' })
    cleanup()
    await act(async () => done())
    show()
    expect(message()).toHaveProperty('value', '')
  })

  it('the feedback form does not show one person the unsent message of another', async () => {
    vi.stubGlobal('reportError', vi.fn())
    show()
    type(message(), 'Куди поділася моя грамота?')
    cleanup()
    await partFrom('u1')
    render(form({ id: 'u2', email: 'ivan@example.com' }))
    expect(message()).toHaveProperty('value', '')
    expect(screen.getByLabelText('Електронна пошта')).toHaveProperty('value', 'ivan@example.com')
  })

  it('the feedback form shows the server’s sentence at the kind of message, which refers to it and takes the focus', async () => {
    const fields = { type_of_appeal: 'Такого звернення немає' }
    show(() => Promise.reject(new ApiError({ kind: 'reply', status_code: 400, fields })))
    type(message(), 'Куди поділася моя грамота?')
    send()
    const sentence = await screen.findByText('Такого звернення немає')
    const choice = screen.getByRole('combobox')
    expect(choice.getAttribute('aria-describedby')).toBe(sentence.id)
    await waitFor(() => expect(document.activeElement).toBe(choice))
  })

  it('[S5.12] the feedback form shows errors only after a person tries to send it', async () => {
    show()
    type(screen.getByLabelText('Електронна пошта'), 'не-адреса')
    type(message(), 'коротко')
    fireEvent.blur(message())
    expect(screen.queryByText(/Пожалуйста|Сообщение/)).toBeNull()
    send()
    await screen.findByText('Пожалуйста, введите корректный email')
    screen.getByText('Сообщение должно содержать минимум 10 символов')
  })
})
