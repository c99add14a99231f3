import { describe, expect, it, vi } from 'vitest'
import { announce, type SubmissionChange, onSubmissionChange } from './channel.ts'

const news = (draftId: string): SubmissionChange => ({ draftId, change: 'tried' })
const otherTab = () => new BroadcastChannel('exam-delivery')

describe('news of the store of submissions', () => {
  it('reach everybody of this page at once, until they stop listening', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const stopFirst = onSubmissionChange(first)
    const stopSecond = onSubmissionChange(second)
    announce(news('a'))
    stopFirst()
    announce(news('b'))
    stopSecond()
    announce(news('c'))
    expect(first.mock.calls).toEqual([[news('a')]])
    expect(second.mock.calls).toEqual([[news('a')], [news('b')]])
  })

  it('reach the other tabs and the worker', async () => {
    const tab = otherTab()
    const heard = new Promise((resolve) => tab.addEventListener('message', ({ data }) => resolve(data)))
    announce(news('a'))
    expect(await heard).toEqual(news('a'))
    tab.close()
  })

  it('come from other tabs too; what a page of another release says and nobody understands is passed over', async () => {
    const tab = otherTab()
    const heard: SubmissionChange[] = []
    const last = new Promise<void>((resolve) => {
      onSubmissionChange((one) => {
        heard.push(one)
        if (one.draftId === 'last') resolve()
      })
    })
    for (const strange of [null, undefined, 'tried', 7, {}, { draftId: 'a' }, { change: 'tried' }]) {
      tab.postMessage(strange)
    }
    tab.postMessage(news('last'))
    await last
    expect(heard).toEqual([news('last')])
    tab.close()
  })

  it('stay within the page in a browser that has no channel between tabs', async () => {
    const channel = globalThis.BroadcastChannel
    vi.resetModules()
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    try {
      const alone = await import('./channel.ts')
      const listener = vi.fn()
      alone.onSubmissionChange(listener)
      alone.announce(news('a'))
      expect(listener).toHaveBeenCalledWith(news('a'))
    } finally {
      globalThis.BroadcastChannel = channel
    }
  })
})
