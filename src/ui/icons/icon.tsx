/**
 * A line icon in the colour of the text around it; `drawing` is a path on a grid of 24 units, drawn for this product.
 * Decoration only: the control that carries it has a name of its own.
 */
export function Icon({ drawing, size = 24 }: { drawing: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawing} />
    </svg>
  )
}
