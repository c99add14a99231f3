import { Obstacle } from '../launch/project.mjs'
import './typescript.mjs'

const { plantedBugs } = await import('../../tests/model/planted/bugs.ts')

/** The planted bug with this name, or with this part of one. Throws an Obstacle if none fits, or several do. */
export function plantedBug(part) {
  const named = plantedBugs.filter(({ name }) => name === part)
  const fitting = named.length > 0 ? named : plantedBugs.filter(({ name }) => name.includes(part))
  if (fitting.length === 1) return fitting[0]
  const [first, second] = fitting.map(({ name }) => JSON.stringify(name))
  const which = fitting.length > 1 ? `, ${first} and ${second} among them` : ''
  throw new Obstacle(`--plant ${JSON.stringify(part)} fits ${fitting.length} planted bugs, not one${which}`)
}
