/**
 * Names the build of this page: the paths of its scripts, each with a digest. All of them, because the first ones (the bundler's
 * own, the libraries) are the same in many builds; the last one contains the names of all that it loads. '' if there is none.
 */
export function buildOfPage(page: ParentNode = document): string {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return Array.from(scripts, ({ src }) => new URL(src).pathname).join(' ')
}
