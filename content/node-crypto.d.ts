/** The only part of Node that this room may use. It compiles without Node's types, so chance and time are out of reach. */
declare module 'node:crypto' {
  export function hash(algorithm: 'sha256', text: string): string
}
