import type { Page } from '@playwright/test'

/** A question as the product has drawn it: the HTML inside its section, and the style of that section. */
export interface DrawnQuestion {
  name: string
  inner: string
  style: string
}

interface Sight {
  /** One line for each thing that cannot be seen, scrolls inside, or is too small. */
  faults: string[]
  /** Number of questions that are in sight with all their answers before any scrolling. */
  whole: number
}

/** Steps through the open exam by its own key and copies what is drawn. `names` name the questions in faults. */
export async function drawnQuestions(page: Page, names: readonly string[]): Promise<DrawnQuestion[]> {
  const drawn = await page.evaluate(async (count) => {
    const copies: { inner: string; style: string }[] = []
    for (let at = 1; at <= count; at += 1) {
      const heading = () => document.querySelector('h1')?.textContent ?? ''
      while (!heading().includes(`Запитання ${at} з `)) await new Promise(requestAnimationFrame)
      const section = document.querySelector('main section:has(> [id^="prompt-"])')!
      copies.push({ inner: section.innerHTML, style: section.getAttribute('style') ?? '' })
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true }),
      )
    }
    return copies
  }, names.length)
  return drawn.map((copy, at) => ({ ...copy, name: names[at]! }))
}

/**
 * Shows one question after another in place of the page's own (its first section with a prompt, under the page's styles,
 * between its bars), and checks each in the window as it is. A fault is: a place inside it that scrolls or cuts off; a word,
 * an option, a field or a drawing that nobody can bring in sight; an option that is not whole in sight while it has the
 * focus; a drawing too small to be read. Needs a context that bypasses the policy of pages.
 */
export function sightOf(page: Page, questions: readonly DrawnQuestion[]): Promise<Sight> {
  return page.evaluate((all) => {
    const host = document.querySelector<HTMLElement>('section:has(> [id^="prompt-"])')!
    const faults: string[] = []
    let whole = 0
    const barHeights = [...document.querySelectorAll('body *')]
      .filter((each) => !host.contains(each) && /sticky|fixed/.test(getComputedStyle(each).position))
      .map((each) => each.getBoundingClientRect().height)
    const between = innerHeight - barHeights.reduce((sum, height) => sum + height, 0)

    /** Whether these points show the element, and nothing that covers it. */
    const areSeen = (owner: Element, points: readonly (readonly [number, number])[]) =>
      points.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && host.contains(hit) && (owner.contains(hit) || hit.contains(owner))
      })
    const isWhole = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return areSeen(element, [
        [x, top + 2],
        [x, bottom - 2],
        [left + 2, y],
        [right - 2, y],
      ])
    }
    const isWordSeen = ({ owner, range }: Word) =>
      [...range.getClientRects()].every(({ left, right, top, bottom }) =>
        areSeen(owner, [
          [left + 0.5, top + 3],
          [right - 0.5, bottom - 3],
        ]),
      )
    interface Word {
      owner: Element
      range: Range
      text: string
    }
    const wordsIn = (root: Element): Word[] => {
      const words: Word[] = []
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const owner = text.parentElement!
        const isHeardOnly = owner.closest('legend') !== null && owner.closest('legend')!.clientWidth <= 1
        if (isHeardOnly || !owner.checkVisibility()) continue
        for (const { index, 0: word } of text.textContent!.matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          words.push({ owner, range, text: word })
        }
      }
      return words
    }
    const around: Element[] = []
    for (let each: Element = host; each !== document.body; each = each.parentElement!) around.push(each)
    const cutters = () =>
      [...around, ...host.querySelectorAll(':not(svg, svg *)')].filter((each) => {
        if (each.clientWidth <= 1) return false
        const [isHigher, isWider] = [each.scrollHeight > each.clientHeight + 1, each.scrollWidth > each.clientWidth + 1]
        if (!isHigher && !isWider) return false
        const { overflowX, overflowY } = getComputedStyle(each)
        return (isHigher && overflowY !== 'visible') || (isWider && overflowX !== 'visible')
      })

    for (const { name, inner, style } of all) {
      const say = (fault: string) => faults.push(`${name}: ${fault}`)
      host.innerHTML = inner
      host.style.cssText = style
      scrollTo(0, 0)
      // A question further down a page is checked from its own beginning.
      if (host.getBoundingClientRect().top > innerHeight / 2) host.scrollIntoView()
      for (const each of cutters()) say(`${each.tagName} «${each.textContent!.slice(0, 20)}» scrolls inside`)
      const words = wordsIn(host)
      if (words.length === 0) say('there are no words')
      const options = [...host.querySelectorAll('label:has(input[type=radio], input[type=checkbox])')]
      const things = [...options, ...host.querySelectorAll('input:not([type=radio], [type=checkbox])')]
      if (things.length === 0) say('there is nothing to answer by')
      const drawings = [...host.querySelectorAll('[role=img]')]
      for (const drawing of drawings) {
        const { width, height } = drawing.getBoundingClientRect()
        const isOption = drawing.closest('label') !== null
        const least = isOption ? 44 : 150
        if (Math.max(width, height) < least || Math.min(width, height) < least / 2.5) {
          say(`the drawing of ${isOption ? 'an option' : 'the task'} is ${Math.round(width)} × ${Math.round(height)}`)
        }
      }
      let unseen = words.filter((word) => !isWordSeen(word))
      let hidden = [...things, ...drawings].filter((each) => !isWhole(each))
      if (unseen.length === 0 && hidden.length === 0) {
        whole += 1
        continue
      }
      const step = Math.max(16, Math.min(between / 2, innerHeight / 3))
      for (let top = 0, last = -1; unseen.length > 0 && scrollY !== last; top += step) {
        last = top === 0 ? -1 : scrollY
        scrollTo(0, top)
        unseen = unseen.filter((word) => !isWordSeen(word))
      }
      if (unseen.length > 0) say(`never seen: ${unseen.map(({ text }) => text).join(' ')}`)
      hidden = hidden.filter((each) => {
        // A drawing may be higher than a very low window. An option may not.
        if (!options.includes(each) && each.getBoundingClientRect().height > between) return false
        const field = each.matches('label') ? each.querySelector('input')! : each
        if (field instanceof HTMLInputElement) field.focus()
        else field.scrollIntoView({ block: 'center' })
        return !isWhole(each)
      })
      for (const each of hidden) {
        const { top, bottom } = each.getBoundingClientRect()
        say(
          `${each.tagName} «${each.textContent!.slice(0, 20)}» is not whole in sight: ${Math.round(top)} to ${Math.round(bottom)}`,
        )
      }
    }
    scrollTo(0, 0)
    return { faults, whole }
  }, questions as DrawnQuestion[])
}
