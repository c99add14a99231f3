import { type ReactNode, useEffect, useRef } from 'react'
import styles from './column.module.css'
import loadingStyles from './loading.module.css'
import { Mark } from './mark.tsx'
import { Text, type TextVariant } from './text.tsx'
import { useUiTexts } from './ui-texts.ts'

interface ColumnProps {
  /**
   * page: at most 1280 px (S9.05); text: a readable line in the middle; cabinet: such a line at the left edge of the page
   * width, from 1200 px the whole width; form: one column of fields.
   */
  width?: 'page' | 'text' | 'cabinet' | 'form'
  children: ReactNode
}

export function Column({ width = 'page', children }: ColumnProps) {
  return <div className={`${styles.column} ${styles[width]}`}>{children}</div>
}

/** The first page leaves the focus to the browser; later pages focus their heading. */
let isFirstPage = true

interface PageTitleProps {
  children: string
  variant?: TextVariant
  className?: string | undefined
  /** The name in the browser's tab, if it differs from the heading. */
  tabTitle?: string
}

/** The h1 of a page. It names the tab and takes the focus after navigation, so that a screen reader announces the page. */
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

interface LoadingProps {
  /** Takes the height of a page, not of a block. */
  fullPage?: boolean
}

/** The loading indicator of pages and blocks, reading «Завантаження...» (S2.11). */
export function Loading({ fullPage = false }: LoadingProps) {
  const { loading } = useUiTexts()
  return (
    <div role="status" className={fullPage ? loadingStyles.page : loadingStyles.block}>
      <Mark size={40} busy />
      <span>{loading}</span>
    </div>
  )
}

/** Focuses the page's heading after the pressed control has disappeared: else the keyboard would begin at the top. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** A `ref` for an element that replaces the pressed control: it takes the focus, unless the person has moved it meanwhile. */
export const takeFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}
