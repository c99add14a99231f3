import type { ComponentPropsWithRef } from 'react'
import styles from './inline-button.module.css'

/** A button in a line of text that looks like a link and opens something over the page. */
export function InlineButton(props: Omit<ComponentPropsWithRef<'button'>, 'className'>) {
  return <button type="button" className={styles.inline} {...props} />
}
