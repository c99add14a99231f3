// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { FeedbackForm, type SubmitFeedback } from './feedback-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const message = () => screen.getByLabelText('Повідомлення')
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Надіслати' }))

function show(onSubmit?: SubmitFeedback) {
  render(
    <UiTextsContext value={uiTexts}>
      <FeedbackForm user={{ id: 'u1', email: 'olena@example.com' }} onSubmit={onSubmit} />
    </UiTextsContext>,
  )
}

describe('the feedback form', () => {
  it('[S7.42] hands the filled form to a submit handler that is given, and makes no call of its own', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const taken = vi.fn(() => Promise.resolve())
    show(taken)
    type(message(), 'Куди поділася моя грамота?')
    send()
    await screen.findByText(/^Дякуємо!/)
    expect(taken).toHaveBeenCalledWith({
      email: 'olena@example.com',
      message: 'Куди поділася моя грамота?',
      type_of_appeal: 'authorized_user_appeal',
    })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('[S4.32] is as at the start after it was sent, and keeps what was typed when it was not', async () => {
    const taken = vi.fn<SubmitFeedback>().mockRejectedValueOnce(new Error('x')).mockResolvedValueOnce(undefined)
    show(taken)
    type(message(), 'Куди поділася моя грамота?')
    send()
    await screen.findByText('Произошла ошибка при отправке формы')
    expect(message()).toHaveProperty('value', 'Куди поділася моя грамота?')
    send()
    await waitFor(() => expect(message()).toHaveProperty('value', ''))
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'olena@example.com')
  })

  it('[S5.12] shows errors only after a try to send', async () => {
    show()
    type(screen.getByLabelText('Email'), 'не-адреса')
    type(message(), 'коротко')
    fireEvent.blur(message())
    expect(screen.queryByText(/Пожалуйста|Сообщение/)).toBeNull()
    send()
    await screen.findByText('Пожалуйста, введите корректный email')
    screen.getByText('Сообщение должно содержать минимум 10 символов')
  })
})
