import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import { Notice } from './notice.tsx'
import { focusTitle } from './text/focus-title.ts'
import { useUiTexts } from './ui-texts.ts'

interface FailureProps {
  /** What happened, as a sentence. */
  children: ReactNode
  /** Asks again; without it nothing can be done here. */
  onRetry?: (() => void) | undefined
  /** It replaces all that the page shows: its button goes with the retry, and the page's heading takes the focus. */
  ofPage?: boolean
}

/** A part of a page that could not be loaded: says what happened and what can be done. */
export function Failure({ children, onRetry, ofPage = false }: FailureProps) {
  const { tryAgain } = useUiTexts()
  const retry = () => {
    onRetry?.()
    if (ofPage) focusTitle()
  }
  const button = onRetry && (
    <Button variant="border" onClick={retry}>
      {tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" actions={button}>
      {children}
    </Notice>
  )
}
