import packageJson from '../../package.json' with { type: 'json' }

/** Starts node with the options that `npm start` and the files of deploy/ give it: its collector stops a server for less time with them. */
export const asShipped = ['env', `NODE_OPTIONS=${/--max-semi-space-size=\d+/.exec(packageJson.scripts.start)![0]}`]
