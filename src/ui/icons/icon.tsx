/** A line icon in its text's colour; `drawing` is a path on a 24-unit grid. Decoration: the control has a name of its own. */
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

/** The drawings of header, footer and the landing page. Every visitor loads them, so no other drawing is here. */
export const menu = 'M4 7h16 M4 12h16 M4 17h16'
export const cross = 'M6 6l12 12 M18 6L6 18'
export const check = 'M5 12.5l4.5 4.5L19 7.5'
export const phone =
  'M6 4h3.5l1.5 4l-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2l4 1.5V18c0 1.1-.9 2-2 2C10.3 20 4 13.7 4 6c0-1.1.9-2 2-2z'
export const mail = 'M3.5 6h17v12.5h-17z M4 6.5l8 6.5l8-6.5'
export const write = 'M4 5.5h16v11h-9l-4.5 3.5v-3.5H4z M8 9.5h8 M8 12.5h5'
