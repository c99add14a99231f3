import { useEffect, useRef } from 'react'
import { Text } from '../../ui/text.tsx'
import styles from './guest-trial.module.css'

/** Names what a guest is at: a question, or the end. */
export const titleId = 'try-title'

/** It has the focus: what was pressed is gone. Where the window does not hold what is below it, the page is scrolled to it. */
export function StageTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const heading = title.current!
    heading.focus({ preventScroll: true })
    const { top, bottom } = heading.parentElement!.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) heading.scrollIntoView()
  }, [])
  return (
    <Text as="h2" variant="subtitle2" id={titleId} ref={title} tabIndex={-1} className={styles.title}>
      {children}
    </Text>
  )
}
