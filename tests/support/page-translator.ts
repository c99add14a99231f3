import type { BrowserContext, Page } from '@playwright/test'

interface Translation {
  /** Mark at the end of each translated text. Empty by default, so that a test still finds the text. */
  mark?: string
  /** Whether `translate="no"` is honoured: browsers do so, some extensions do not. */
  heedsNo: boolean
}

/**
 * Translates pages as browsers do: each text node becomes two nested `font` elements with a new text. React keeps the old nodes.
 */
export async function translatePages(context: BrowserContext, { mark = '', heedsNo }: Translation): Promise<void> {
  await context.addInitScript(
    ([marked, heeds]) => {
      const ours = new WeakSet<Node>()
      const isText = (node: Node) =>
        node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== '' && !ours.has(node)
      const translate = (node: Node) => {
        const place = node.parentElement
        if (place === null || place.closest('head, script, style, svg, textarea, option') !== null) return
        if (heeds && place.closest('[translate="no"]') !== null) return
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        const text = document.createTextNode(`${node.nodeValue}${marked}`)
        ours.add(text)
        inner.append(text)
        outer.append(inner)
        node.parentNode!.replaceChild(outer, node)
      }
      const translateAll = (root: Node) => {
        if (isText(root)) return translate(root)
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const found: Node[] = []
        while (walker.nextNode()) if (isText(walker.currentNode)) found.push(walker.currentNode)
        for (const node of found) translate(node)
      }
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'characterData') translateAll(target)
          for (const node of addedNodes) if (node.isConnected) translateAll(node)
        }
      }).observe(document, { childList: true, characterData: true, subtree: true })
    },
    [mark, heedsNo] as const,
  )
}

/** Collects the errors of React about nodes that are not where it left them. */
export function watchLostNodes(page: Page): string[] {
  const lost: string[] = []
  const isLost = /removeChild|insertBefore|NotFoundError/
  page.on('console', (message) => void (isLost.test(message.text()) && lost.push(message.text())))
  page.on('pageerror', (error) => void (isLost.test(error.message) && lost.push(error.message)))
  return lost
}
