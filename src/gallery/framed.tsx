import styles from './specimen.module.css'

/**
 * What lies over a whole window, in a small window of its own: so that several of them are side by side. To look at
 * only: a modal would take the focus of the gallery to itself.
 */
export function Framed({ name }: { name: string }) {
  return <iframe className={styles.frame} title={name} src={`?only=${encodeURIComponent(name)}`} loading="lazy" inert />
}

/** The name of what this window alone shows; null for the whole gallery. */
export const framedName = new URLSearchParams(window.location.search).get('only')
