// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { Share } from './share.tsx'

const real = { share: navigator.share, clipboard: navigator.clipboard }
afterEach(() => {
  cleanup()
  give(real)
})

function give({ share, clipboard }: { share?: unknown; clipboard?: unknown }) {
  if (share === undefined) Reflect.deleteProperty(navigator, 'share')
  else Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
}

const show = (publicPath: string | null = '/test/logichnij.html') =>
  render(
    <UiTextsContext value={uiTexts}>
      <Share title="Логічний тест IQ" publicPath={publicPath}>
        Поділитися тестом
      </Share>
    </UiTextsContext>,
  )
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Поділитися тестом' }))
const address = () => `${window.location.origin}/test/logichnij.html`
const said = (text: string) => expect.poll(() => screen.getByRole('status').textContent).toBe(text)

it('the device shares a test by its address and name, and a share sheet that is closed copies nothing', async () => {
  const share = vi.fn(async () => undefined)
  const writeText = vi.fn(async () => undefined)
  give({ share, clipboard: { writeText } })
  show()
  press()
  expect(share).toHaveBeenCalledWith({ title: 'Логічний тест IQ', url: address() })
  const closed = new DOMException('closed', 'AbortError')
  share.mockRejectedValueOnce(closed)
  press()
  await expect.poll(() => share.mock.settledResults.at(-1)).toMatchObject({ type: 'rejected', value: closed })
  await said('')
  expect(writeText).not.toHaveBeenCalled()
})

it('the address of a test is copied if the device cannot share, and the page says so if the browser forbids a copy', async () => {
  const writeText = vi.fn(async () => undefined)
  give({ clipboard: { writeText } })
  show()
  press()
  await said('Посилання скопійовано.')
  expect(writeText).toHaveBeenCalledWith(address())
  give({})
  press()
  await said('Браузер не дав скопіювати посилання. Скопіюйте його з адресного рядка.')
})

it('a test without a public address is shared by the address of the present page', async () => {
  const writeText = vi.fn(async () => undefined)
  give({ clipboard: { writeText } })
  show(null)
  press()
  await said('Посилання скопійовано.')
  expect(writeText).toHaveBeenCalledWith(window.location.origin + window.location.pathname)
})
