import { describe, expect, it, vi } from 'vitest'
import { checkPassword } from '#contract/auth.ts'
import { ApiError } from '../../http/api-error.ts'
import { changePassword, changePasswordResolver, emptyPasswordChange } from './change-password.ts'

const values = { old_password: 'старий пароль', new_password1: 'новий пароль', new_password2: 'новий пароль' }

function calls(check: unknown = {}, ...changes: unknown[]) {
  const answer = (value: unknown) => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value))
  return { check: vi.fn(() => answer(check)), change: vi.fn(() => answer(changes.shift() ?? {})) }
}

const reply = (status_code: number, detail?: string, code?: string, fields?: Record<string, string>) =>
  new ApiError({ kind: 'reply', status_code, detail, code, fields })
const network = new ApiError({ kind: 'network', status_code: 0 })
const page = new ApiError({ kind: 'html', status_code: 200 })

describe('a change of password', () => {
  it('[S4.31] a password change checks the old password before it sets the new one', async () => {
    const server = calls()
    await expect(changePassword(values, false, server)).resolves.toEqual({ outcome: 'changed' })
    expect(server.check).toHaveBeenCalledWith('старий пароль')
    expect(server.check.mock.invocationCallOrder[0]).toBeLessThan(server.change.mock.invocationCallOrder[0]!)
  })

  it('[S4.31] a password change does not check again an old password that was right a moment ago', async () => {
    const server = calls()
    await changePassword(values, true, server)
    expect(server.check).not.toHaveBeenCalled()
    expect(server.change).toHaveBeenCalledOnce()
  })

  it('[S8.20] a wrong old password shows an error at its field, and the new password is not set', async () => {
    const server = calls(reply(400, 'Щось інше', 'wrong_password'))
    await expect(changePassword(values, false, server)).resolves.toEqual({
      outcome: 'refused',
      isOldRight: false,
      fields: { old_password: 'Невірний старий пароль' },
    })
    expect(server.change).not.toHaveBeenCalled()
  })

  it.each([{ valid: false }, { is_valid: false }, { success: false, detail: 'Ні' }])(
    '[S7.16] [S8.20] a refusal that the server sends with status 200 counts as a wrong old password: %o',
    async (said) => {
      const parsed = checkPassword.response.parse(said)
      const server = calls(parsed)
      await expect(changePassword(values, false, server)).resolves.toMatchObject({
        fields: { old_password: 'Невірний старий пароль' },
      })
      expect(server.change).not.toHaveBeenCalled()
    },
  )

  it.each([{}, null, 'ok', { valid: true }, { detail: 'ok', valid: null }])(
    '[S7.16] a reply of %o with status 200 counts as a right old password',
    async (said) => {
      const server = calls(checkPassword.response.parse(said))
      await expect(changePassword(values, false, server)).resolves.toEqual({ outcome: 'changed' })
    },
  )

  it.each([
    ['without a reply', network],
    ['with a page in place of data', page],
    ['without a sentence', reply(500)],
  ])('[S8.02] [S8.20] a password check that fails %s shows the sentence of a failed check', async (_, error) => {
    await expect(changePassword(values, false, calls(error))).resolves.toMatchObject({
      sentence: 'Помилка перевірки паролю',
    })
  })

  it.each([
    ['the server’s own text', reply(429, 'Забагато спроб'), 'Забагато спроб'],
    ['the fallback sentence of the call', reply(500), 'Помилка зміни паролю'],
    ['the sentence of a lost network', network, 'Помилка мережі'],
    ['the sentence of an unexpected failure, for an HTML page', page, 'Сталася помилка під час зміни паролю'],
    [
      'the sentence of an unexpected failure, for a thrown TypeError',
      new TypeError('x is undefined'),
      'Сталася помилка під час зміни паролю',
    ],
  ])('[S8.02] [S8.20] a password change that fails shows %s', async (_, error, sentence) => {
    const failed = await changePassword(values, false, calls({}, error))
    expect(failed).toEqual({ outcome: 'refused', isOldRight: true, fields: {}, sentence })
  })

  it('a refused password change shows the server’s sentences at their fields and keeps the old password as checked', async () => {
    const weak = reply(400, 'x', 'weak_password', { new_password1: 'Надто простий' })
    await expect(changePassword(values, false, calls({}, weak))).resolves.toEqual({
      outcome: 'refused',
      isOldRight: true,
      fields: { new_password1: 'Надто простий' },
    })
  })

  it('the password form shows the server’s general sentence when the server names a field that the form lacks', async () => {
    const odd = reply(400, 'Пароль уже був', 'reused', { password: 'Пароль уже був' })
    await expect(changePassword(values, false, calls({}, odd))).resolves.toEqual({
      outcome: 'refused',
      isOldRight: true,
      fields: {},
      sentence: 'Пароль уже був',
    })
  })

  it('a password change repeats the check of the old password once when the proof of that check has expired', async () => {
    const lost = reply(403, 'Спершу введіть старий пароль ще раз.', 'password_proof_missing')
    const server = calls({}, lost)
    await expect(changePassword(values, true, server)).resolves.toEqual({ outcome: 'changed' })
    expect(server.check).toHaveBeenCalledOnce()
    await expect(changePassword(values, true, calls({}, lost, lost))).resolves.toMatchObject({
      isOldRight: false,
      sentence: 'Спершу введіть старий пароль ще раз.',
    })
  })

  it('a password change counts as done when its first reply was lost and the new password is already in force', async () => {
    const lost = reply(403, 'Спершу введіть старий пароль ще раз.', 'password_proof_missing')
    const wrong = reply(400, undefined, 'wrong_password')
    const after = (isSet: boolean) => ({
      check: vi.fn((asked: string) =>
        isSet && asked === 'новий пароль' ? Promise.resolve({}) : Promise.reject(wrong),
      ),
      change: vi.fn(() => Promise.reject(lost)),
    })
    await expect(changePassword(values, true, after(true))).resolves.toEqual({ outcome: 'changed' })
    const refused = { outcome: 'refused', fields: { old_password: 'Невірний старий пароль' } }
    await expect(changePassword(values, true, after(false))).resolves.toMatchObject(refused)
  })
})

describe('the rules of the password form', () => {
  const sentences = (change: Partial<typeof values>) => {
    const { errors } = changePasswordResolver({ ...values, ...change })
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
  }

  it('[S5.01] [S5.02] [S5.03] the password form requires all three fields', () => {
    expect(sentences(emptyPasswordChange)).toEqual({
      old_password: "Старий пароль обов'язковий",
      new_password1: "Новий пароль обов'язковий",
      new_password2: "Підтвердження паролю обов'язкове",
    })
  })

  it('[S5.02] [S9.03] the password form requires a new password of at least 8 characters', () => {
    expect(sentences({ new_password1: '1234567', new_password2: '1234567' })).toEqual({
      new_password1: 'Пароль повинен містити мінімум 8 символів',
    })
    expect(sentences({ new_password1: '12345678', new_password2: '12345678' })).toEqual({})
  })

  it('[S5.04] the password form shows at the confirmation that the two new passwords differ', () => {
    expect(sentences({ new_password2: 'не той пароль' })).toEqual({ new_password2: 'Паролі не співпадають' })
  })
})
