/** For as long as this page is loaded, and in no storage: nobody who comes after finds it. */
let typed = ''

/** What was typed last as an address on a page of guests: it goes along to a forgotten password, and back. */
export const typedEmail = (): string => typed

/** '' once somebody has signed in: it is nothing to who signs in after them. */
export function rememberTypedEmail(email: string): void {
  typed = email
}
