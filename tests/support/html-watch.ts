import { closers, encodings, vectors } from './html-vectors.ts'

/** `alive(n)` is the call of the nth vector. `blocked` lists the scripts that only the page's policy stopped. */
interface Watch {
  ran: number[]
  blocked: string[]
  alive: (n: number) => void
}
declare const watch: Watch

export const armed = (vector: string, n: number) => vector.replaceAll('RUN', `top.watch.alive(${n})`)
export const rows = Object.values(encodings).flatMap((encode) => vectors.map((vector, n) => encode(armed(vector, n))))
/** All vectors in one text, for each encoding. */
export const longTexts = Object.entries(encodings).map(([encoding, encode]) => ({
  encoding,
  content: encode(vectors.map((vector, n) => `${closers}<p>${armed(vector, n)}`).join('\n')),
}))

// The functions below run in a page and use nothing from outside themselves.

/** Makes the page record which vectors run and what its policy stops. */
export function keepWatch(): void {
  const kept: Watch = { ran: [], blocked: [], alive: (n) => kept.ran.push(n) }
  Object.assign(window, { watch: kept })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, target }) => {
    // The sanitiser's own parser builds inert documents. Violations for their handlers and styles have no element of the page
    // as target.
    const isInert = target === document && /^(script-src-attr|style-src-(elem|attr))$/.test(effectiveDirective)
    // A picture that the policy blocks runs nothing.
    const isPicture = /^(img|media)-src$/.test(effectiveDirective)
    if (!isInert && !isPicture) kept.blocked.push(`${effectiveDirective} ${blockedURI}`)
  })
}

/** Waits until every picture in the sink has loaded or failed: a broken one reports only then. */
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

/** Returns what could still act in a sink: handlers, script URLs, and tags and attributes that nothing needs. */
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

/** Returns the record so far. Both lists are empty if the markup is harmless. */
export const readWatch = () => ({ ran: watch.ran, blocked: watch.blocked })
