import { useEffect, useRef } from 'react'
import { useUiTexts } from '../ui-texts.ts'
import { Text, type TextVariant } from './text.tsx'

/** The page that a browser loads keeps the focus where the browser puts it; pages that follow take it to their heading. */
let isFirstPage = true

interface PageTitleProps {
  children: string
  variant?: TextVariant
  className?: string | undefined
  /** The name in the browser's tab, where it differs from the heading. */
  tabTitle?: string
}

/** The h1 of a page: names the tab, and takes the focus after navigation so that a screen reader says where one is. */
export function PageTitle({ children, variant = 'h3', className, tabTitle = children }: PageTitleProps) {
  const { siteName } = useUiTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <>
      <title>{tabTitle === siteName ? tabTitle : `${tabTitle} · ${siteName}`}</title>
      <Text as="h1" variant={variant} ref={heading} tabIndex={-1} className={className}>
        {children}
      </Text>
    </>
  )
}
