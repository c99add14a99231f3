import type { ReactNode } from 'react'
import { Button } from './button/button.tsx'
import { siteTexts } from '../messages/site.ts'
import { Notice } from './notice.tsx'

interface FailureProps {
  /** What happened, as a sentence. */
  children: ReactNode
  /** Asks again; without it nothing can be done here. */
  onRetry?: (() => void) | undefined
}

/** A part of a page that could not be loaded: says what happened and what can be done. */
export function Failure({ children, onRetry }: FailureProps) {
  const retry = onRetry && (
    <Button variant="border" onClick={onRetry}>
      {siteTexts.tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" actions={retry}>
      {children}
    </Notice>
  )
}
