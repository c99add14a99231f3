// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { blockStorage } from '../../../tests/support/broken-storage.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { AnswersFile } from './answers-file.ts'
import { readChosenFile, SubmitFile, submitFile } from './submit-file.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a file of answers', () => {
  it('[C.06] a file of answers that the server took counts as taken, even if this browser stores nothing', async () => {
    const reply = { status: 'kept', attempt_id: 'a1', added: 1, superseded: [] }
    vi.stubGlobal('fetch', async () => Response.json(reply))
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    await blockStorage()
    const event = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }
    const file = { purchase_id: 'p1', attempt_id: 'a1', events: [event] } as unknown as AnswersFile
    expect(await submitFile(file)).toMatchObject({ kind: 'taken', reply: { status: 'kept' } })
    expect(reported).toHaveBeenCalledOnce()
  })

  it('a file of answers on its way cannot be sent a second time, and its button keeps the focus', async () => {
    vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
    const page = createElement(SubmitFile, { purchaseId: 'p1' })
    render(createElement(UiTextsContext, { value: uiTexts }, page))
    const button = screen.getByRole<HTMLButtonElement>('button', { name: submissionTexts.fileChoose })
    button.focus()
    const chosen = new File([JSON.stringify({})], 'answers.json', { type: 'application/json' })
    chosen.text = () => new Promise<string>(() => undefined)
    fireEvent.change(screen.getByLabelText(submissionTexts.fileChoose), { target: { files: [chosen] } })
    expect(button.textContent).toBe(submissionTexts.fileSending)
    expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false])
    expect(document.activeElement).toBe(button)
  })

  it('the page says in words that it cannot read a file of answers', async () => {
    const lost = new Blob(['{}'])
    lost.text = () => Promise.reject(new DOMException('', 'NotReadableError'))
    expect(await readChosenFile(lost)).toBe(submissionTexts.fileUnreadable)
  })
})
