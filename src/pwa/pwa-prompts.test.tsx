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

describe('the invitation to install in a browser without an install dialog', () => {
  it('[C.01] after the first finished test the invitation explains the steps by hand, and its one button declines', () => {
    show('/purchases')
    expect(prompt()).toBeNull()
    act(noteFinishedTest)
    expect(prompt()!.textContent).toContain('Натисніть «Поділитися», потім «На початковий екран».')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Не зараз'])
    fireEvent.click(screen.getByRole('button'))
    expect(prompt()).toBeNull()
  })

  it('[C.01] the invitation to install does not appear over an attempt', () => {
    noteFinishedTest()
    show('/exam/1/2')
    expect(prompt()).toBeNull()
  })
})

describe('the section about installing the app', () => {
  it('[C.01] the section about installing stays after the invitation was declined', () => {
    declineInstall()
    render(<InstallApp />)
    const way = screen.getByRole('region', { name: 'Встановити застосунок' })
    expect(way.textContent).toContain('Натисніть «Поділитися»')
  })

  it('[C.01] the section about installing is absent if the site is installed', () => {
    vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5, standalone: true })
    render(<InstallApp />)
    expect(screen.queryByRole('region')).toBeNull()
  })
})
