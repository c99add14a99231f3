import { describe, expect, it } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import {
  appealChoices,
  feedbackDefaults,
  feedbackResolver,
  feedbackSentence,
  type FeedbackValues,
} from './feedback-rules.ts'

const filled: FeedbackValues = { email: 'olena@example.com', message: 'Добрий день', type_of_appeal: 'general' }

function sentences(change: Partial<FeedbackValues>) {
  const { errors } = feedbackResolver({ ...filled, ...change })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

describe('the rules of the feedback form', () => {
  it('[S1.07] the feedback form starts with the kind of its author: a guest, or a user with their e-mail', () => {
    expect(feedbackDefaults(null)).toEqual({ email: '', message: '', type_of_appeal: 'unauthorized_user_appeal' })
    expect(feedbackDefaults({ id: 'u1', email: 'o@iq.example' })).toEqual({
      email: 'o@iq.example',
      message: '',
      type_of_appeal: 'authorized_user_appeal',
    })
    const offered = appealChoices(feedbackDefaults(null)).map(({ value }) => value)
    expect(offered).toEqual(['unauthorized_user_appeal', 'general'])
  })

  it('[S5.10] the feedback form requires a valid e-mail address', () => {
    expect(sentences({ email: ' ' })).toEqual({ email: 'Email обязателен' })
    expect(sentences({ email: 'olena' })).toEqual({ email: 'Пожалуйста, введите корректный email' })
  })

  it('[S5.11] [S9.03] the feedback form requires a message of at least 10 characters', () => {
    expect(sentences({ message: '' })).toEqual({ message: 'Сообщение обязательно' })
    expect(sentences({ message: '123456789' })).toEqual({
      message: 'Сообщение должно содержать минимум 10 символов',
    })
    expect(sentences({ message: '1234567890' })).toEqual({})
  })
})

describe('[S8.22] the sentence of an unsent feedback form', () => {
  const reply = (detail?: string) => new ApiError({ kind: 'reply', status_code: 500, detail })
  it.each([
    ['the server’s message', reply('Ми вже знаємо'), 'Ми вже знаємо'],
    ['that the server failed, when its reply has no message', reply(), 'Произошла ошибка сервера'],
    [
      'that the server failed, when its reply is an HTML page',
      new ApiError({ kind: 'html', status_code: 502 }),
      'Произошла ошибка сервера',
    ],
    [
      'that there is no connection',
      new ApiError({ kind: 'network', status_code: 0 }),
      'Ошибка соединения. Проверьте интернет-соединение.',
    ],
    ['that sending failed, for anything else', new TypeError('x'), 'Произошла ошибка при отправке формы'],
  ])('a feedback form that was not sent says %s', (_, error, sentence) => {
    expect(feedbackSentence(error)).toBe(sentence)
  })
})
