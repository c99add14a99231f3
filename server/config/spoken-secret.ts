import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses on paper: 32, so each is five bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A secret by chance that people write down and type: five bits for each letter. */
export const spokenSecret = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('')
