import type { Plugin } from 'vite'

/**
 * Tells the bundler which calls and classes of the router no program misses that does not use them. The package promises no side effects,
 * but all of it is one file, in which `createContext`, `forwardRef` and a class that extends `React.Component` might be
 * some, and each that is kept keeps forms, scripts and boundaries of the router's framework: 4 kB that nothing here calls.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-[^/]*\.mjs$/ },
      handler: (code) => ({ code: withoutSideEffects(code), map: null }),
    },
  }
}

/** The same module with its top-level calls and classes marked as pure, and without the names that developers' tools show. */
export const withoutSideEffects = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replaceAll(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ ')
    .replaceAll(/^(var \w+ = )(class extends React\d*\.Component \{\n[^]*?^\});$/gm, '$1/* @__PURE__ */ (() => $2)();')
