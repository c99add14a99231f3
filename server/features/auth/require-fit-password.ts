import { Failure, validationFailed } from '../../failure.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Throws 400 on `fields[1]` if the two passwords differ, and 400 `weak_password` on `fields[0]` if the password is a common one.
 * `fields` are names in the form. The contract checks the length.
 */
export function requireFitPassword(first: string, second: string, fields: readonly [string, string]): void {
  if (first !== second) throw validationFailed({ [fields[1]]: 'Паролі не співпадають' })
  if (isCommonPassword(first)) {
    const sentence = 'Цей пароль надто поширений: його вгадають першим. Оберіть інший.'
    throw new Failure(400, 'weak_password', sentence, { fields: { [fields[0]]: sentence } })
  }
}
