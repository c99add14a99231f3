import type { ComponentPropsWithRef } from 'react'
import styles from './inline-button.module.css'

/** A button that runs in a line of text like a link, for what opens over the page. */
export function InlineButton(props: Omit<ComponentPropsWithRef<'button'>, 'className'>) {
  return <button type="button" className={styles.inline} {...props} />
}
