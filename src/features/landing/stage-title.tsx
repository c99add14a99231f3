import { useEffect, useRef } from 'react'
import { Text } from '../../ui/text.tsx'
import styles from './guest-trial.module.css'

/** The id of the heading that names the question or the end. */
export const titleId = 'try-title'

/** Takes the focus, because the pressed button is gone. Scrolls into view where the window does not show the whole stage. */
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
