import packageJson from '../../package.json' with { type: 'json' }

/** Runs node with the options of `npm start` and deploy/, with which its garbage collector pauses a server more briefly. */
export const asShipped = ['env', `NODE_OPTIONS=${/--max-semi-space-size=\d+/.exec(packageJson.scripts.start)![0]}`]
