// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { blockStorage } from '../../../tests/support/broken-storage.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import type { AnswersFile } from './answers-file.ts'
import { submitFile, readChosenFile } from './submit-file.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a file of answers', () => {
  it('[C.06] that the server took is said to be taken, also where this browser keeps nothing', async () => {
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

  it('that cannot be read is told of in words', async () => {
    const lost = new Blob(['{}'])
    lost.text = () => Promise.reject(new DOMException('', 'NotReadableError'))
    expect(await readChosenFile(lost)).toBe(submissionTexts.fileUnreadable)
  })
})
