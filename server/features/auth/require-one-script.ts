import { domainToUnicode } from 'node:url'
import { validationFailed } from '../../failure.ts'

/**
 * Throws 400 on `field` if a part of the address's domain mixes Latin and Cyrillic letters: `gmаil.com` with one letter of the
 * Ukrainian keyboard. No registry gives such a name away, so no letter would arrive. Only for new addresses.
 */
export function requireOneScript(email: string, field: 'email' | 'new_email'): void {
  const labels = domainToUnicode(email.slice(email.lastIndexOf('@') + 1)).split('.')
  const mixed = labels.find((label) => /\p{Script=Latin}/u.test(label) && /\p{Script=Cyrillic}/u.test(label))
  if (mixed === undefined) return
  throw validationFailed({
    [field]: `У «${mixed}» є і латинські, і кириличні літери. Наберіть цю частину адреси ще раз, в одній розкладці.`,
  })
}
