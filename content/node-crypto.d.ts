/** What this room may know of Node: a digest. It compiles without Node's types, so chance and time stay out of reach. */
declare module 'node:crypto' {
  export function hash(algorithm: 'sha256', text: string): string
}
