import { closers, encodings, vectors } from './html-vectors.ts'

/** `alive(n)` is what the nth vector runs; `blocked` are the scripts that only the page's policy stopped. */
interface Watch {
  ran: number[]
  blocked: string[]
  alive: (n: number) => void
}
declare const watch: Watch

export const armed = (vector: string, n: number) => vector.replaceAll('RUN', `top.watch.alive(${n})`)
/** Each vector as a text of its own. */
export const rows = Object.values(encodings).flatMap((encode) => vectors.map((vector, n) => encode(armed(vector, n))))
/** All of them in one text after another, for each encoding. */
export const longTexts = Object.entries(encodings).map(([encoding, encode]) => ({
  encoding,
  content: encode(vectors.map((vector, n) => `${closers}<p>${armed(vector, n)}`).join('\n')),
}))

// What follows runs in a page and needs nothing from outside.

/** From now on the page notes where a vector reports, and what its policy stops. */
export function keepWatch(): void {
  const kept: Watch = { ran: [], blocked: [], alive: (n) => kept.ran.push(n) }
  Object.assign(window, { watch: kept })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, target }) => {
    // The sanitiser's own parser builds documents that nothing runs in; what the policy says of their handlers and
    // styles comes without an element of the page.
    const isInert = target === document && /^(script-src-attr|style-src-(elem|attr))$/.test(effectiveDirective)
    // A picture that the policy keeps out runs nothing.
    const isPicture = /^(img|media)-src$/.test(effectiveDirective)
    if (!isInert && !isPicture) kept.blocked.push(`${effectiveDirective} ${blockedURI}`)
  })
}

/** Broken pictures report when they have been given up. */
export async function letPicturesFail(sink: string): Promise<void> {
  const pictures = [...document.querySelectorAll(sink)].flatMap((root) => [...root.querySelectorAll('img')])
  const pending = pictures.filter(({ complete }) => !complete)
  await Promise.all(
    pending.map(
      (image) =>
        new Promise((done) => {
          image.addEventListener('load', done)
          image.addEventListener('error', done)
        }),
    ),
  )
}

/** What is in a sink that could still act: handlers, addresses that are scripts, tags and names that nothing needs. */
export function stillArmed(sink: string): string[] {
  const acting =
    'script,style,iframe,frame,object,embed,form,input,button,textarea,select,svg,math,base,meta,link,template'
  return [...document.querySelectorAll(sink)].flatMap((root) => {
    const inside = [...root.querySelectorAll('*')]
    const tags = inside.filter((node) => node.matches(acting) || node.localName.includes('-'))
    const named = inside.filter((node) => node.matches('[id],[name],[style],[class],[autofocus],[tabindex]'))
    const handled = inside.filter((node) =>
      node.getAttributeNames().some((name) => /^on|^(form)?action$|srcdoc/.test(name)),
    )
    const scripted = inside.filter((node) =>
      ['href', 'src', 'xlink:href'].some((name) => {
        const value = node.getAttribute(name)
        return (
          value !== null &&
          URL.canParse(value, location.href) &&
          /^(javascript|vbscript):|^data:text/.test(new URL(value, location.href).href)
        )
      }),
    )
    return [...tags, ...named, ...handled, ...scripted].map((node) => node.outerHTML.slice(0, 120))
  })
}

/** What has become of the watch so far: both are empty where markup is harmless. */
export const readWatch = () => ({ ran: watch.ran, blocked: watch.blocked })
