/**
 * The fault of an address with a letter before its @ that is not Latin; undefined for every other address. `о`, `с` and `і` of
 * the Ukrainian keyboard look right, and nothing else on the screen shows which letter is wrong.
 */
export function emailNotLatin(value: unknown): string | undefined {
  if (!/(?!\p{Script=Latin})\p{L}.*@/su.test(String(value))) return undefined
  return 'Перед знаком @ потрібні латинські літери, а тут є кирилична. Перемкніть розкладку й наберіть адресу ще раз'
}
