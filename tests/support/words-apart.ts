import type { Page } from '@playwright/test'

/**
 * Finds words of a view that lie over other words or over an icon, in windows of these widths (CSS px), as `360: «one» over
 * «other»`. Ignores what is covered on purpose: by an open dialog, a bar that stays while the page scrolls, or a panel with a
 * ground of its own. Restores the window's width afterwards.
 */
export async function wordsOverOthers(page: Page, widths: readonly number[]): Promise<string[]> {
  const own = page.viewportSize()!
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: own.height })
    // The drawing for this width is there after two frames.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    found.push(...(await page.evaluate(overlaps)).map((pair) => `${width}: ${pair}`))
  }
  await page.setViewportSize(own)
  return found
}

/** Runs in the page. */
function overlaps(): string[] {
  interface Piece {
    words: string
    element: Element
    layer: Element | null
    left: number
    right: number
    top: number
    bottom: number
  }
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const root = dialogs.at(-1) ?? document.body

  /** The part of a box that the elements around it leave visible; null if there is none. */
  const seen = (element: Element, box: DOMRect) => {
    // Also false for content folded in a <details>.
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null
    let { left, right, top, bottom } = box
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const cut = at.getBoundingClientRect()
      left = Math.max(left, cut.left)
      right = Math.min(right, cut.right)
      top = Math.max(top, cut.top)
      bottom = Math.min(bottom, cut.bottom)
    }
    return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : null
  }

  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky') return at
      if (position === 'absolute' && !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return at
    }
    return null
  }

  const pieces: Piece[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const element = node.parentElement!
    const words = node.textContent!.trim()
    if (words === '' || element.closest('svg, select, script, style, noscript') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      const part = seen(element, box)
      // The box of a line is as high as its font may be. Its middle has the letters without strokes above and below.
      const inset = box.height * 0.22
      if (part === null || part.bottom - part.top <= 2 * inset) continue
      pieces.push({
        ...part,
        top: part.top + inset,
        bottom: part.bottom - inset,
        words,
        element,
        layer: layerOf(element),
      })
    }
  }
  for (const icon of root.querySelectorAll('svg')) {
    const box = icon.getBoundingClientRect()
    if (icon.parentElement?.closest('svg') || box.width > 48 || box.height > 48) continue
    const part = seen(icon, box)
    if (part === null) continue
    const [x, y] = [box.width * 0.2, box.height * 0.2]
    const inner = { left: part.left + x, right: part.right - x, top: part.top + y, bottom: part.bottom - y }
    pieces.push({ ...inner, words: 'icon', element: icon, layer: layerOf(icon) })
  }

  const pairs = pieces.flatMap((one, index) =>
    pieces.slice(index + 1).flatMap((other) => {
      // Words that are cut off by … have a second box behind it.
      if (one.element === other.element || one.layer !== other.layer) return []
      if (one.words === 'icon' && other.words === 'icon') return []
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      return wide > 1 && high > 1 ? [`«${one.words.slice(0, 30)}» over «${other.words.slice(0, 30)}»`] : []
    }),
  )
  return [...new Set(pairs)]
}
