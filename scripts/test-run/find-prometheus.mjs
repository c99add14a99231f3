import { onPath } from './on-path.mjs'

/** The programs of Debian's package prometheus, from PROMETHEUS_PATH (a folder) or of the PATH; null where either lacks. */
export function findPrometheus() {
  const folder = process.env.PROMETHEUS_PATH
  const [promtool, server] = ['promtool', 'prometheus'].map((name) =>
    folder === undefined ? onPath([name])[0] : `${folder}/${name}`,
  )
  return promtool === undefined || server === undefined ? null : { promtool, server }
}
