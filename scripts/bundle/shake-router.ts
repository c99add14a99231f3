import type { Plugin } from 'vite'

/**
 * Marks the router's top-level calls and classes as pure, so that the bundler drops unused ones. The package promises no side
 * effects, but all of it is one file, where `createContext`, `forwardRef` and a class that extends `React.Component` might have
 * some. Unmarked, they keep forms, scripts and boundaries of the router's framework: 4 kB that nothing here calls.
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

/** The module with its top-level calls and classes marked as pure, without the names for developers' tools. */
export const withoutSideEffects = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replaceAll(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ ')
    .replaceAll(/^(var \w+ = )(class extends React\d*\.Component \{\n[^]*?^\});$/gm, '$1/* @__PURE__ */ (() => $2)();')
