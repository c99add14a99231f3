import { inProject } from '../launch/project.mjs'
import { serverBundle } from './server-bundle.mjs'

/** Programs that `npm run bench:server` measures besides the product, as plain JavaScript: a compiler would be measured too. */
export const benchServerBundle = {
  ...serverBundle,
  build: {
    ...serverBundle.build,
    outDir: inProject('build/bench-server'),
    emptyOutDir: true,
    rolldownOptions: {
      ...serverBundle.build.rolldownOptions,
      input: {
        'floor-server': 'benches/server/floor-server.ts',
        'paper-clock': 'benches/server/paper-clock.ts',
        'paper-cost': 'benches/server/paper-cost.ts',
      },
    },
  },
}
