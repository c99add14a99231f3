import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import { Notice } from './notice.tsx'
import { useUiTexts } from './ui-texts.ts'

interface FailureProps {
  /** What happened, as a sentence. */
  children: ReactNode
  /** Asks again; without it nothing can be done here. */
  onRetry?: (() => void) | undefined
}

/** A part of a page that could not be loaded: says what happened and what can be done. */
export function Failure({ children, onRetry }: FailureProps) {
  const { tryAgain } = useUiTexts()
  const retry = onRetry && (
    <Button variant="border" onClick={onRetry}>
      {tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" actions={retry}>
      {children}
    </Notice>
  )
}
