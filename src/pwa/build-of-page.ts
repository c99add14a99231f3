/**
 * What names the build of the app that this page runs: its scripts, each by a digest of itself. All of them: the first ones, the
 * bundler's own and the libraries, are the same in many builds; the last one, by the names of all that it loads, is not. '' where
 * there is none.
 */
export function buildOfPage(page: ParentNode = document): string {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return Array.from(scripts, ({ src }) => new URL(src).pathname).join(' ')
}
