// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createForm } from '../ui/form.ts'
import { dropDraft, forgetDraftsOfOthers, readDraft, useDraft } from './drafts.ts'
import { clearLocalCopy, markEnded } from './session-copies.ts'
import { partFrom } from './session-events.ts'
import { resetSession, updateSession } from './session-state.ts'

interface Values {
  words: string
  password: string
}

const signIn = (id: string) => updateSession({ status: 'signed-in', user: { id } as never })
const place = 'report a'

beforeEach(() => {
  vi.stubGlobal('reportError', vi.fn())
  sessionStorage.clear()
  localStorage.clear()
  signIn('oksana')
})

function write(change: Partial<Values>, at = place) {
  const form = createForm<Values>({
    resolver: (values) => ({ values, errors: {} }),
    defaultValues: { words: '', password: '' },
    typed: readDraft(at),
  })
  const { unmount } = renderHook(() => useDraft(form, at, (field) => field !== 'password'))
  for (const [field, value] of Object.entries(change)) {
    const target = { type: 'text', value } as HTMLInputElement
    form.register(field as keyof Values).onChange({ target } as never)
  }
  unmount()
  return form
}

describe('a draft', () => {
  it('[S2.10] a draft returns when the session was ended elsewhere and the same person has signed in again', async () => {
    write({ words: 'Дві відповіді підходять' })
    markEnded()
    clearLocalCopy(2, true)
    await partFrom('oksana')
    resetSession()
    expect(readDraft(place)).toEqual({})
    signIn('oksana')
    expect(write({}).getValue('words')).toBe('Дві відповіді підходять')
    expect(readDraft('report b')).toEqual({})
  })

  it('a draft is not shown to another person, and is deleted when another person signs in', async () => {
    write({ words: 'Моє' })
    signIn('bohdan')
    expect(readDraft(place)).toEqual({})
    forgetDraftsOfOthers('bohdan')
    signIn('oksana')
    expect(readDraft(place)).toEqual({})
  })

  it('a log-out deletes the drafts of the person and of a guest', async () => {
    write({ words: 'Моє' })
    resetSession()
    write({ words: 'Ім’я' }, 'register')
    await partFrom('oksana')
    expect(sessionStorage).toHaveLength(0)
  })

  it('a draft is deleted when its words have arrived, and a draft that was begun since stays', () => {
    write({ words: 'перше' })
    dropDraft(place, { words: 'перше' })
    expect(readDraft(place)).toEqual({})
    write({ words: 'друге' })
    dropDraft(place, { words: 'перше' })
    expect(readDraft(place)).toEqual({ words: 'друге' })
  })

  it('drafts contain no password and no overlong text, and a browser has at most twenty', () => {
    write({ words: 'так', password: 'дуже-таємно' })
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('таємно')
    write({ words: 'я'.repeat(30_000) }, 'long')
    expect(readDraft('long')).toEqual({})
    for (let n = 0; n < 30; n += 1) write({ words: 'ще' }, `report ${n}`)
    expect(sessionStorage.length).toBeLessThanOrEqual(20)
    write({ words: 'і далі' })
    expect(readDraft(place)).toEqual({ words: 'і далі' })
  })

  it('a form works without a draft if the storage refuses the write', () => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(write({ words: 'так' }).getValue('words')).toBe('так')
    Storage.prototype.setItem = setItem
  })
})
