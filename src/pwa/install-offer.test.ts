import { beforeEach, describe, expect, it, vi } from 'vitest'

let stored: Map<string, string>
let listeners: Map<string, (event: unknown) => void>

beforeEach(() => {
  stored = new Map()
  listeners = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  onDevice('Linux; Android')
})

function onDevice(userAgent: string, maxTouchPoints = 5) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
}

/** A page load over the stored flags. */
async function openPage() {
  vi.resetModules()
  const offer = await import('./install-offer.ts')
  const { holdInstallDialog } = await import('./install-dialog.ts')
  holdInstallDialog()
  return offer
}

function browserInvites() {
  const invitation = { preventDefault: vi.fn(), prompt: vi.fn(async () => undefined) }
  listeners.get('beforeinstallprompt')!(invitation)
  return invitation
}

describe('the invitation to install', () => {
  it('[C.01] the page holds the invitation to install back until the first test is finished, and shows it once', async () => {
    const page = await openPage()
    const { preventDefault, prompt } = browserInvites()
    expect(preventDefault).toHaveBeenCalled()
    expect(page.installOffer()).toBe('none')
    const seen = vi.fn()
    page.subscribeInstallOffer(seen)
    page.noteFinishedTest()
    expect(seen).toHaveBeenCalled()
    expect(page.installOffer()).toBe('dialog')
    await page.install()
    expect(prompt).toHaveBeenCalledOnce()
    expect(page.installOffer()).toBe('none')
  })

  it('[C.01] later pages do not repeat the invitation to install to a person who has declined it', async () => {
    ;(await openPage()).noteFinishedTest()
    const page = await openPage()
    browserInvites()
    expect(page.installOffer()).toBe('dialog')
    page.declineInstall()
    const later = await openPage()
    browserInvites()
    expect(later.installOffer()).toBe('none')
  })

  it('[C.01] the page offers to install by hand on iOS after the first finished test, and nothing in the installed app', async () => {
    onDevice('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)
    const page = await openPage()
    expect(page.installOffer()).toBe('none')
    page.noteFinishedTest()
    expect(page.installOffer()).toBe('by-hand')
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    expect(page.installOffer()).toBe('none')
  })
})
