/** Line icons on a 24-unit grid, drawn for this product. */
const drawings = {
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  close: 'M6 6l12 12 M18 6L6 18',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z M9.3 12a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0',
  eyeOff:
    'M4.5 4.5l15 15 M9.5 5.8c.8-.2 1.6-.3 2.5-.3c3.7 0 7 2 9.5 6.5c-.8 1.5-1.8 2.7-2.8 3.7 M14.5 18.2c-.8.2-1.6.3-2.5.3c-3.7 0-7-2-9.5-6.5c.8-1.5 1.8-2.7 2.8-3.7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z M12 7.5V12l3 2',
  list: 'M9 6.5h11 M9 12h11 M9 17.5h11 M4.5 6.5h.01 M4.5 12h.01 M4.5 17.5h.01',
  repeat: 'M4 12a8 8 0 0 1 13.7-5.6L20 8.5 M20 4v4.5h-4.5 M20 12a8 8 0 0 1-13.7 5.6L4 15.5 M4 20v-4.5h4.5',
  calendar: 'M4.5 6.5h15v13h-15z M4.5 10.5h15 M8.5 4v4 M15.5 4v4',
  arrow: 'M5 12h14 M13 6l6 6l-6 6',
  back: 'M19 12H5 M11 18l-6-6l6-6',
  phone: 'M6 4h3.5l1.5 4l-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2l4 1.5V18c0 1.1-.9 2-2 2C10.3 20 4 13.7 4 6c0-1.1.9-2 2-2z',
  mail: 'M3.5 6h17v12.5h-17z M4 6.5l8 6.5l8-6.5',
  write: 'M4 5.5h16v11h-9l-4.5 3.5v-3.5H4z M8 9.5h8 M8 12.5h5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15z M10 21h4',
  alert: 'M12 4l9 16H3z M12 10v4.5 M12 17.3h.01',
} as const

export type IconName = keyof typeof drawings

/** An icon in the colour of the text around it. Decoration only: the control that carries it has a name of its own. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
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
      <path d={drawings[name]} />
    </svg>
  )
}
