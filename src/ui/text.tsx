import type { ComponentPropsWithRef, ElementType } from 'react'
import styles from './text.module.css'

export type TextVariant = 'h1' | 'h2' | 'h3' | 'h4' | 'subtitle1' | 'subtitle2' | 'large' | 'medium' | 'small'

type TextProps<Tag extends ElementType> = ComponentPropsWithRef<Tag> & {
  /** The element; by default the heading of the variant's name, or p. */
  as?: Tag
  /** The look: one of the specification's nine sizes. */
  variant?: TextVariant
  tone?: 'ink' | 'soft' | 'danger' | 'success'
}

/** A text in one of the nine styles; element and look are independent. */
export function Text<Tag extends ElementType = 'p'>({
  as,
  variant = 'medium',
  tone = 'ink',
  className,
  ...rest
}: TextProps<Tag>) {
  const Element: ElementType = as ?? (/^h\d$/.test(variant) ? (variant as ElementType) : 'p')
  const classes = [styles.text, styles[variant], styles[tone], className].filter(Boolean).join(' ')
  return <Element className={classes} {...rest} />
}

/** Binds each dash to the word before it: a line may end with a dash, but never begins with one. */
export function boundDash(text: string): string {
  return text.replaceAll(/ (?=[—–])/g, '\u00a0')
}
