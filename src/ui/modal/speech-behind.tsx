import { type RefObject, useEffect, useState } from 'react'
import hidden from '../visually-hidden.module.css'

const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
/** What no screen reader says of a live region. */
const silent = '[aria-live="off"], [aria-hidden="true"], [role="timer"]'

/**
 * What the live regions of the page say while a dialog covers it: with `showModal` the browser takes all that is outside
 * the dialog from screen readers, so that nobody would hear «Лишилася одна хвилина». Belongs into the dialog.
 */
export function SpeechBehind({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  const [said, setSaid] = useState({ words: '', times: 0 })
  useEffect(() => {
    const over = dialog.current!
    const heard = new Map<Element, string>()
    const isBehind = (region: Element) => !over.contains(region) && !region.hasAttribute('data-speech-behind')
    const regionsIn = (root: Element | Document) => [...root.querySelectorAll(live)].filter(isBehind)
    for (const region of regionsIn(document)) heard.set(region, wordsOf(region))
    const observer = new MutationObserver((changes) => {
      const changed = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = elementOf(target)?.closest(live)
        if (around && isBehind(around)) changed.add(around)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const region of regionsIn(node)) changed.add(region)
          if (node.matches(live) && isBehind(node)) changed.add(node)
        }
      }
      for (const region of changed) {
        const words = wordsOf(region)
        if (words !== '' && words !== heard.get(region)) setSaid(({ times }) => ({ words, times: times + 1 }))
        heard.set(region, words)
      }
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [dialog])
  return (
    <p aria-live="polite" data-speech-behind="" className={hidden.visuallyHidden}>
      {/* A new one each time: the same words once more are said once more. */}
      <span key={said.times}>{said.words}</span>
    </p>
  )
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

function wordsOf(region: Element): string {
  const copy = region.cloneNode(true) as Element
  for (const part of copy.querySelectorAll(silent)) part.remove()
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (texts.nextNode()) words.push(texts.currentNode.nodeValue!.trim())
  return words.filter(Boolean).join(' ')
}
