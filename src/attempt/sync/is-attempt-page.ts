/** Whether a page is there to sit a test. Nothing may lie over it: its intro has a fixed button at the bottom too. */
export function isAttemptPage(page: string): boolean {
  return /^\/(exam|learning)\/(?!test-result\/)/.test(page)
}
