import type { Figure, Shape } from '#contract/figure.ts'
import styles from './figure-view.module.css'

interface FigureViewProps {
  figure: Figure
  /** True where a text beside it says the same, so that it is not read twice. */
  decorative?: boolean
}

/** Draws a figure of a question as SVG in the colours of the scheme, with its text alternative. */
export function FigureView({ figure, decorative = false }: FigureViewProps) {
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': figure.alt }
  return (
    <svg viewBox={`0 0 ${figure.width} ${figure.height}`} className={styles.figure} {...name}>
      {figure.shapes.map((shape, index) => (
        // oxlint-disable-next-line no-array-index-key -- shapes have no identity but their place in the drawing
        <ShapeView key={index} shape={shape} />
      ))}
    </svg>
  )
}

function ShapeView({ shape }: { shape: Shape }) {
  switch (shape.shape) {
    case 'circle':
      return <circle cx={shape.cx} cy={shape.cy} r={shape.r} className={paint(shape)} />
    case 'rect':
      return <rect x={shape.x} y={shape.y} width={shape.width} height={shape.height} className={paint(shape)} />
    case 'polygon':
      return <polygon points={shape.points.map((point) => point.join(',')).join(' ')} className={paint(shape)} />
    case 'line':
      return (
        <line
          x1={shape.from[0]}
          y1={shape.from[1]}
          x2={shape.to[0]}
          y2={shape.to[1]}
          className={`${styles.none} ${styles.strokeInk}`}
        />
      )
    case 'text':
      return (
        <text x={shape.x} y={shape.y} fontSize={shape.size} className={styles.text}>
          {shape.text}
        </text>
      )
  }
}

function paint({ fill, stroke = 'ink' }: { fill: 'none' | 'light' | 'mid' | 'ink'; stroke?: string | undefined }) {
  const outline = { ink: styles.strokeInk, dashed: styles.strokeDashed, none: styles.strokeNone }[stroke]
  return `${styles[fill]} ${outline}`
}
