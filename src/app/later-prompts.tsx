import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../pwa/when-idle.ts'

type Prompts = ComponentType<{ page: string }>

const nothing: Prompts = () => null

/** Loaded in an idle moment; a page whose prompts cannot be loaded is whole without them. */
const LaterPieces = lazy(async (): Promise<{ default: Prompts }> => {
  try {
    return { default: (await import('./later-pieces.tsx')).LaterPieces }
  } catch {
    return { default: nothing }
  }
})

/** What the site asks about itself, and an exam that runs: as soon as the browser has time for it. */
export function LaterPrompts({ page }: { page: string }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!isIdle) return null
  return (
    <Suspense fallback={null}>
      <LaterPieces page={page} />
    </Suspense>
  )
}
