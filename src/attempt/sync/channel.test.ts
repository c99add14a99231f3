import { describe, expect, it, vi } from 'vitest'
import { announce, type SubmissionChange, onSubmissionChange } from './channel.ts'

const news = (draftId: string): SubmissionChange => ({ draftId, change: 'tried' })
const otherTab = () => new BroadcastChannel('exam-delivery')

describe('news of the store of submissions', () => {
  it('news of a submission reaches every listener of this page immediately, until the listener stops', () => {
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

  it('news of a submission reaches other contexts of the browser by BroadcastChannel', async () => {
    const tab = otherTab()
    const heard = new Promise((resolve) => tab.addEventListener('message', ({ data }) => resolve(data)))
    announce(news('a'))
    expect(await heard).toEqual(news('a'))
    tab.close()
  })

  it('a page takes news of submissions from other tabs, and ignores a message that it does not understand', async () => {
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

  it('news of a submission stays within the page in a browser without BroadcastChannel', async () => {
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
