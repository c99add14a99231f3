import { createElement, type ReactNode, useId } from 'react'
import { drawFigure, type SvgElement } from '#contract/draw-figure.ts'
import type { Figure } from '#contract/figure.ts'
import styles from './figure-view.module.css'

interface FigureViewProps {
  figure: Figure
  /** True if a text next to it says the same, which would be read twice. */
  decorative?: boolean
}

/** Draws a figure of a question as SVG in the colours of the scheme, with its text alternative. */
export function FigureView({ figure, decorative = false }: FigureViewProps) {
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': figure.alt }
  return (
    <svg viewBox={`0 0 ${figure.width} ${figure.height}`} className={styles.figure} {...name}>
      {drawFigure(figure, useId()).map((element, place) => elementOf(element, place))}
    </svg>
  )
}

function elementOf({ name, attributes, look, content }: SvgElement, place: number): ReactNode {
  const className = look.map((each) => styles[each]).join(' ') || undefined
  const inside = typeof content === 'object' ? elementOf(content, 0) : content
  return createElement(name, { key: place, className, ...attributes }, inside)
}
