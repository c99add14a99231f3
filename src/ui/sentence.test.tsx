// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { inUkrainian } from '../messages/messages.ts'
import { feedbackMessages } from '../messages/feedback.ts'
import { testMessages } from '../messages/test-messages.ts'
import { TextField } from './field/text-field.tsx'
import { Notice, StatusNotice } from './notice.tsx'
import { MeaningContext } from './sentence.tsx'

afterEach(cleanup)

const show = (piece: React.ReactNode) => render(<MeaningContext value={inUkrainian}>{piece}</MeaningContext>)

describe('a sentence that the specification gives in another language', () => {
  const { feedbackMessageRequired: russian, feedbackServerFailed: failed } = feedbackMessages

  it.each([
    ['a notice', () => <Notice tone="danger">{failed}</Notice>, failed, 'Сталася помилка сервера'],
    ['the title of a notice', () => <Notice title={failed}>Далі</Notice>, failed, 'Сталася помилка сервера'],
    ['the status of a form', () => <StatusNotice>{failed}</StatusNotice>, failed, 'Сталася помилка сервера'],
    ['a field', () => <TextField label="Що" error={russian} />, russian, 'Повідомлення обов’язкове'],
    [
      'a failed exam',
      () => <Notice>{testMessages.examBuildingTimeout(270)}</Notice>,
      'Exam building timeout after 270 seconds. Please try again.',
      'Екзамен не вдалося підготувати за 270 с. Спробуйте ще раз.',
    ],
  ])(
    'a sentence in another language is an element of its own in %s, with the Ukrainian one before it',
    (_, piece, said, meant) => {
      show(piece())
      const binding = screen.getByText(said)
      expect(binding.lang).toMatch(/^(ru|en)$/)
      expect(screen.getByText(meant).compareDocumentPosition(binding)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(screen.getByText(meant).closest('[lang]')).toBeNull()
    },
  )

  it('a field’s description contains the sentence in another language and the Ukrainian one', () => {
    show(<TextField label="Повідомлення" error={russian} />)
    const described = screen.getByLabelText('Повідомлення').getAttribute('aria-describedby')!
    const { textContent } = document.getElementById(described)!
    expect(textContent).toContain(russian)
    expect(textContent).toContain('Повідомлення обов’язкове')
  })
})

it('a Ukrainian sentence appears alone', () => {
  show(<Notice>Помилка мережі</Notice>)
  expect(screen.getByRole('status').textContent).toBe('Помилка мережі')
})
