import { createContext } from 'react'

/** What a page was drawn with at build time and its server has not said yet, by the keys of its queries. */
export type DrawnReplies = Readonly<Record<string, unknown>>

export const DrawnRepliesContext = createContext<DrawnReplies>({})

/** Reads the replies that came with this page; none with most. The page and this code are always of one build. */
export function readDrawnReplies(): DrawnReplies {
  const data = document.getElementById('drawn-replies')?.textContent
  return data ? (JSON.parse(data) as DrawnReplies) : {}
}
