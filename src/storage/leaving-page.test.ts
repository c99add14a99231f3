import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '../../tests/support/settled.ts'

let page: EventTarget

/** A page with its storage: fresh modules under a window that can be left. */
async function openPage() {
  const { connectionTo } = await import('./connection.ts')
  const connection = connectionTo(() =>
    openDB('leaving', 1, {
      upgrade: (db) => void db.createObjectStore('rows'),
    }),
  )
  /** Reads, then writes, like nearly all of our transactions; the first try calls `whileOpen` in between. */
  const write = (value: string, whileOpen?: () => void) => {
    let isFirst = true
    return connection.use(async (db) => {
      const tx = db.transaction('rows', 'readwrite')
      await tx.store.get('row')
      if (isFirst) whileOpen?.()
      isFirst = false
      await tx.store.put(value, 'row')
      await tx.done
    })
  }
  const read = () => connection.use((db) => db.get('rows', 'row'))
  return { write, read, close: connection.close }
}

const hide = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const show = () => page.dispatchEvent(new Event('pageshow'))

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.resetModules()
})
afterEach(() => void vi.unstubAllGlobals())

describe('[C.06] a page that the browser keeps when it is left', () => {
  it('a kept page leaves no transaction behind for which a later page would wait', async () => {
    const left = await openPage()
    await left.write('before')
    await new Promise<void>((isLeft) => void left.write('of the page that was left', () => isLeft(void hide(true))))
    vi.resetModules()
    const later = await openPage()
    await expect(later.read()).resolves.toBe('before')
    await later.write('after')
    await expect(later.read()).resolves.toBe('after')
    await Promise.all([left.close(), later.close()])
  })

  it('a kept page completes its interrupted write and its later read when the person comes back', async () => {
    const { write, read, close } = await openPage()
    await write('before')
    let interrupted: Promise<void> = Promise.resolve()
    await new Promise<void>((isLeft) => {
      interrupted = write('interrupted', () => isLeft(void hide(true)))
    })
    const asked = read()
    await settled()
    show()
    await interrupted
    await asked
    await expect(read()).resolves.toBe('interrupted')
    await close()
  })

  it('a page that the browser does not keep interrupts no write when it is left', async () => {
    const { write, read, close } = await openPage()
    await write('last', () => hide(false))
    await expect(read()).resolves.toBe('last')
    await close()
  })
})
