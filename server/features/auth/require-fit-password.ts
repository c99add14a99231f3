import { Failure, validationFailed } from '../../failure.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Throws 400 on the second field when the two differ, 400 `weak_password` on the first when everybody tries it. Length is
 * the contract's matter. `fields` are the names that the form gives to the two.
 */
export function requireFitPassword(first: string, second: string, fields: readonly [string, string]): void {
  if (first !== second) throw validationFailed({ [fields[1]]: 'Паролі не співпадають' })
  if (isCommonPassword(first)) {
    const sentence = 'Цей пароль надто поширений: його вгадають першим. Оберіть інший.'
    throw new Failure(400, 'weak_password', sentence, { fields: { [fields[0]]: sentence } })
  }
}
