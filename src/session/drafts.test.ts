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

describe('words that are written and not sent', () => {
  it('[S2.10] are there again when their session was ended elsewhere and the person has signed in', async () => {
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

  it('are shown to nobody else, and go when somebody else comes', async () => {
    write({ words: 'Моє' })
    signIn('bohdan')
    expect(readDraft(place)).toEqual({})
    forgetDraftsOfOthers('bohdan')
    signIn('oksana')
    expect(readDraft(place)).toEqual({})
  })

  it('go when their person signs out, also those of a guest', async () => {
    write({ words: 'Моє' })
    resetSession()
    write({ words: 'Ім’я' }, 'register')
    await partFrom('oksana')
    expect(sessionStorage).toHaveLength(0)
  })

  it('go when they have arrived; others that were begun since stay', () => {
    write({ words: 'перше' })
    dropDraft(place, { words: 'перше' })
    expect(readDraft(place)).toEqual({})
    write({ words: 'друге' })
    dropDraft(place, { words: 'перше' })
    expect(readDraft(place)).toEqual({ words: 'друге' })
  })

  it('are no passwords, no more than twenty, and none too long', () => {
    write({ words: 'так', password: 'дуже-таємно' })
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('таємно')
    write({ words: 'я'.repeat(30_000) }, 'long')
    expect(readDraft('long')).toEqual({})
    for (let n = 0; n < 30; n += 1) write({ words: 'ще' }, `report ${n}`)
    expect(sessionStorage.length).toBeLessThanOrEqual(20)
    write({ words: 'і далі' })
    expect(readDraft(place)).toEqual({ words: 'і далі' })
  })

  it('are kept nowhere where storage is forbidden, and the form works', () => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(write({ words: 'так' }).getValue('words')).toBe('так')
    Storage.prototype.setItem = setItem
  })
})
