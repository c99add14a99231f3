/**
 * Passwords that everybody tries first. Short by intent: bare words, keyboard runs and years of these are caught by the
 * rule below, so the list needs only their stems.
 */
const stems = new Set(
  'password пароль qwerty йцукен qwertyui asdfgh zxcvbn admin administrator welcome letmein iloveyou monkey dragon football baseball superman batman master login secret ukraine україна kyiv київ love любов sunshine princess shadow michael jordan charlie test тест testtest user hello привіт dynamo динамо shevchenko шевченко natasha наташа andrey андрій andriy'.split(
    ' ',
  ),
)

/** True for runs of one or two characters, straight keyboard or digit runs, and a known stem with digits or marks around it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size <= 2) return true
  if ('01234567890123456789'.includes(lower) || '98765432109876543210'.includes(lower)) return true
  if (
    ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхї', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'abcdefghijkl'].some((run) =>
      run.startsWith(lower),
    )
  )
    return true
  return stems.has(lower.replaceAll(/^\P{L}+|\P{L}+$/gu, ''))
}
