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
  it('[S4.31] checks the old one first and sets the new one only then', async () => {
    const server = calls()
    await expect(changePassword(values, false, server)).resolves.toEqual({ outcome: 'changed' })
    expect(server.check).toHaveBeenCalledWith('старий пароль')
    expect(server.check.mock.invocationCallOrder[0]).toBeLessThan(server.change.mock.invocationCallOrder[0]!)
  })

  it('[S4.31] does not check again what was right a moment ago', async () => {
    const server = calls()
    await changePassword(values, true, server)
    expect(server.check).not.toHaveBeenCalled()
    expect(server.change).toHaveBeenCalledOnce()
  })

  it('[S8.20] names a wrong old password at its field, and sets nothing', async () => {
    const server = calls(reply(400, 'Щось інше', 'wrong_password'))
    await expect(changePassword(values, false, server)).resolves.toEqual({
      outcome: 'refused',
      isOldRight: false,
      fields: { old_password: 'Невірний старий пароль' },
    })
    expect(server.change).not.toHaveBeenCalled()
  })

  it.each([{ valid: false }, { is_valid: false }, { success: false, detail: 'Ні' }])(
    '[S7.16] [S8.20] heeds a no that comes with 200: %o',
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
    '[S7.16] takes %o with 200 for a yes',
    async (said) => {
      const server = calls(checkPassword.response.parse(said))
      await expect(changePassword(values, false, server)).resolves.toEqual({ outcome: 'changed' })
    },
  )

  it.each([
    ['without a reply', network],
    ['with a page in place of data', page],
    ['without a sentence', reply(500)],
  ])('[S8.02] [S8.20] a check that fails %s is a failed check', async (_, error) => {
    await expect(changePassword(values, false, calls(error))).resolves.toMatchObject({
      sentence: 'Помилка перевірки паролю',
    })
  })

  it.each([
    ['the server’s own text', reply(429, 'Забагато спроб'), 'Забагато спроб'],
    ['the fallback of the call', reply(500), 'Помилка зміни паролю'],
    ['the lost network', network, 'Помилка мережі'],
    ['what nobody expected', page, 'Сталася помилка під час зміни паролю'],
    ['what nobody expected', new TypeError('x is undefined'), 'Сталася помилка під час зміни паролю'],
  ])('[S8.02] [S8.20] a change that fails says %s', async (_, error, sentence) => {
    const failed = await changePassword(values, false, calls({}, error))
    expect(failed).toEqual({ outcome: 'refused', isOldRight: true, fields: {}, sentence })
  })

  it('shows the server’s sentences at their fields and remembers that the old password was right', async () => {
    const weak = reply(400, 'x', 'weak_password', { new_password1: 'Надто простий' })
    await expect(changePassword(values, false, calls({}, weak))).resolves.toEqual({
      outcome: 'refused',
      isOldRight: true,
      fields: { new_password1: 'Надто простий' },
    })
  })

  it('says the sentence of the whole when the server names a field that the form has not', async () => {
    const odd = reply(400, 'Пароль уже був', 'reused', { password: 'Пароль уже був' })
    await expect(changePassword(values, false, calls({}, odd))).resolves.toEqual({
      outcome: 'refused',
      isOldRight: true,
      fields: {},
      sentence: 'Пароль уже був',
    })
  })

  it('makes the check again by itself when its proof has run out, once', async () => {
    const lost = reply(403, 'Спершу введіть старий пароль ще раз.', 'password_proof_missing')
    const server = calls({}, lost)
    await expect(changePassword(values, true, server)).resolves.toEqual({ outcome: 'changed' })
    expect(server.check).toHaveBeenCalledOnce()
    await expect(changePassword(values, true, calls({}, lost, lost))).resolves.toMatchObject({
      isOldRight: false,
      sentence: 'Спершу введіть старий пароль ще раз.',
    })
  })

  it('knows its own work again when the reply to the first try was lost: the new password is the right one by now', async () => {
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

describe('the rules of the form', () => {
  const sentences = (change: Partial<typeof values>) => {
    const { errors } = changePasswordResolver({ ...values, ...change })
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
  }

  it('[S5.01] [S5.02] [S5.03] want all three fields', () => {
    expect(sentences(emptyPasswordChange)).toEqual({
      old_password: "Старий пароль обов'язковий",
      new_password1: "Новий пароль обов'язковий",
      new_password2: "Підтвердження паролю обов'язкове",
    })
  })

  it('[S5.02] [S9.03] want at least 8 characters', () => {
    expect(sentences({ new_password1: '1234567', new_password2: '1234567' })).toEqual({
      new_password1: 'Пароль повинен містити мінімум 8 символів',
    })
    expect(sentences({ new_password1: '12345678', new_password2: '12345678' })).toEqual({})
  })

  it('[S5.04] want the same password twice, said at the confirmation', () => {
    expect(sentences({ new_password2: 'не той пароль' })).toEqual({ new_password2: 'Паролі не співпадають' })
  })
})
