import { onPath } from './on-path.mjs'

/** From PROMETHEUS_PATH (a folder) or the PATH; null if a program is missing. */
export function findPrometheus() {
  const folder = process.env.PROMETHEUS_PATH
  const [promtool, server] = ['promtool', 'prometheus'].map((name) =>
    folder === undefined ? onPath([name])[0] : `${folder}/${name}`,
  )
  return promtool === undefined || server === undefined ? null : { promtool, server }
}
