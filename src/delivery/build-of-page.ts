/** The name of the page's first script, which holds a digest of all that the build is made of; '' where there is none. */
export function buildOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
}
