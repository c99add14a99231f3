// The Debian packages of every engine that cannot be driven here, a line for each engine: what `.ci/run` gives to apt-get.
import { findEngines } from './find-engines.mjs'

for (const { packages, env } of await findEngines()) if (env === null) console.log(packages)
