import Bowser from 'bowser'

/** Characters. No real browser sends more. */
const longest = 512

const parsed = (userAgent: string | undefined) => Bowser.parse((userAgent ?? '').slice(0, longest) || ' ')

/** Browser and system without versions or models, «Chrome, Android»; '' if it names neither. A User-Agent proves nothing. */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = parsed(userAgent)
  const program = browser.name?.replace(/ for Android$/, '')
  return [program, os.name].filter(Boolean).join(', ').slice(0, 80)
}

const kinds: Readonly<Record<string, string>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** `phone`, `tablet` or `computer`; null if the User-Agent names none. Safari of an iPad calls itself a computer. */
export function deviceKind(userAgent: string | undefined): string | null {
  return kinds[parsed(userAgent).platform.type ?? ''] ?? null
}
