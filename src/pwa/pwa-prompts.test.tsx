// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { InstallApp } from './install-app.tsx'
import { declineInstall, noteFinishedTest } from './install-offer.ts'
import { InstallPrompt } from './pwa-prompts.tsx'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'

beforeEach(() => vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5 }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (page: string) =>
  render(
    <UiTextsContext value={uiTexts}>
      <InstallPrompt page={page} />
    </UiTextsContext>,
  )
const prompt = () => screen.queryByRole('region', { name: 'Встановіть «Тестування IQ»' })

describe('the invitation to install where the browser has no dialog for it', () => {
  it('[C.01] says after the first finished test how it is done by hand, with nothing to press but a no', () => {
    show('/purchases')
    expect(prompt()).toBeNull()
    act(noteFinishedTest)
    expect(prompt()!.textContent).toContain('Натисніть «Поділитися», потім «На початковий екран».')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Не зараз'])
    fireEvent.click(screen.getByRole('button'))
    expect(prompt()).toBeNull()
  })

  it('[C.01] is not made over an attempt', () => {
    noteFinishedTest()
    show('/exam/1/2')
    expect(prompt()).toBeNull()
  })
})

describe('the way to install for who looks for it', () => {
  it('[C.01] stays where the invitation was declined, or never came', () => {
    declineInstall()
    render(<InstallApp />)
    const way = screen.getByRole('region', { name: 'Встановити застосунок' })
    expect(way.textContent).toContain('Натисніть «Поділитися»')
  })

  it('[C.01] is not there where the site is installed', () => {
    vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5, standalone: true })
    render(<InstallApp />)
    expect(screen.queryByRole('region')).toBeNull()
  })
})
