import type { BrowserContext } from '@playwright/test'

/** Where an extension adds nodes: beside fields, as password managers do, in labels, around fields, or in the header. */
export type Meddling = 'beside' | 'in labels' | 'around' | 'in the header' | 'attributes'

/** Changes all pages as LastPass, Bitwarden, Grammarly and translators are reported to do, and again after each redrawing. */
export async function meddle(context: BrowserContext, how: Meddling): Promise<void> {
  await context.addInitScript((way) => {
    const own = () => document.createElement('com-extension')
    const put = {
      beside: (field: Element) => field.nextElementSibling?.localName === 'com-extension' || field.after(own()),
      'in labels': (field: Element) => {
        const label = field.closest('label') ?? (field as HTMLInputElement).labels?.[0]
        if (label && label.querySelector('com-extension') === null) label.prepend(own())
      },
      around: (field: Element) => {
        if (field.parentElement!.localName === 'com-extension') return
        const around = own()
        field.replaceWith(around)
        around.append(field)
      },
      'in the header': (field: Element) => {
        const header = document.querySelector('header')
        if (header && !header.querySelector('com-extension')) header.firstElementChild!.before(own())
        void field
      },
      attributes: (field: Element) => {
        if (field.hasAttribute('data-extension')) return
        field.setAttribute('data-extension', '')
        field.setAttribute('style', 'background: none')
        document.documentElement.classList.add('extension')
      },
    }[way]
    const toAll = () => {
      for (const field of document.querySelectorAll('#root input')) put(field)
    }
    new MutationObserver(toAll).observe(document, { childList: true, subtree: true })
  }, how)
}
