import type { Item } from '../../item.ts'
import { makeItemLater } from '../../make-item.ts'
import type { Rng } from '../../rng.ts'
import { drawUntilSound, type ItemGenerator, kindsByLevel } from '../item-generator.ts'
import { alphabet, nextPlaces } from './letter-rules.ts'

/** The step of a track: one letter, two or three letters, none, or one more each time. */
type Step = 'next' | 'back' | 'skip' | 'skip-back' | 'same' | 'grow'
type Kind = { level: number; tracks: readonly Step[]; isOfExams?: boolean }

/**
 * The tracks of each level, which take turns. More tracks need more memory, and a step back or over letters is harder than
 * the next letter (Kotovsky & Simon, 1973, Cognitive Psychology 4, 399–424). The middle is as hard as matrices: for the same
 * people ICAR's series of letters are as hard as its matrices (decision 0144).
 */
const kinds: readonly Kind[] = [
  { level: -2, tracks: ['skip'] },
  { level: -2, tracks: ['skip-back'], isOfExams: true },
  { level: -2, tracks: ['next', 'same'], isOfExams: true },
  { level: -1.5, tracks: ['next', 'next'] },
  { level: -1.5, tracks: ['back', 'same'], isOfExams: true },
  { level: -1.5, tracks: ['next', 'back'], isOfExams: true },
  { level: -1, tracks: ['skip', 'same'] },
  { level: -1, tracks: ['skip', 'next'], isOfExams: true },
  { level: -1, tracks: ['back', 'back'], isOfExams: true },
  { level: -0.5, tracks: ['skip', 'back'] },
  { level: -0.5, tracks: ['skip-back', 'next'], isOfExams: true },
  { level: -0.5, tracks: ['grow'], isOfExams: true },
  { level: 0, tracks: ['next', 'same', 'back'] },
  { level: 0, tracks: ['next', 'next', 'same'], isOfExams: true },
  { level: 0, tracks: ['skip', 'same', 'next'], isOfExams: true },
  { level: 0.5, tracks: ['next', 'next', 'back'] },
  { level: 0.5, tracks: ['skip', 'next', 'back'], isOfExams: true },
  { level: 0.5, tracks: ['back', 'back', 'next'], isOfExams: true },
  { level: 1, tracks: ['skip', 'back', 'skip-back'] },
  { level: 1, tracks: ['skip', 'skip', 'back'], isOfExams: true },
  { level: 1, tracks: ['grow', 'next'], isOfExams: true },
]
const nameOf = ({ tracks }: Pick<Kind, 'tracks'>) => tracks.toSorted().join('+')
const byLevel = kindsByLevel(kinds, nameOf)
const subjectOf = (kind: Kind) => `letters/${nameOf(kind)}`

/** `places` are those of all letters, the asked one last; `steps` of the tracks in the order of their turns. */
type Drawn = { kind: Kind; tracks: readonly Step[]; steps: readonly number[]; places: number[]; options: number[] }

/** «Which letter comes next?» The series shows none of the six options. */
export const mathLetters: ItemGenerator = {
  family: 'math-letters',
  ...byLevel.facts,
  subjects: (difficulty, partition) => new Set(byLevel.at(difficulty, partition).map(subjectOf)),
  levelsOf: byLevel.levelsOf,
  generate(rng, difficulty, partition, _used, isWished) {
    const kind = rng.pick(byLevel.at(difficulty, partition, isWished))
    let [rank, draws] = [0, 0]
    const drawn = drawUntilSound(() => {
      if (draws % drawsForRank === 0) rank = rng.int(0, mostWrong)
      draws += 1
      return soundLetters(rng, kind, rank)
    }, subjectOf(kind))
    return letterItem(drawn)
  },
}

/** Series drawn for one rank of the right letter, before another rank: steps in one direction leave room for few. */
const drawsForRank = 30

/** By the number of tracks: the asked track always shows at least three letters. */
const fewestShown: Readonly<Record<number, number>> = { 1: 5, 2: 7, 3: 9 }

function soundLetters(rng: Rng, kind: Kind, rank: number): Drawn | undefined {
  const tracks = rng.shuffle(kind.tracks)
  const period = tracks.length
  const shown = (fewestShown[period] as number) + rng.int(0, Math.max(1, period - 1))
  if (tracks[shown % period] === 'same') return undefined
  const starts = tracks.map(() => rng.int(0, alphabet.length - 1))
  const steps = tracks.map((track) => stepOf(rng, track))
  const places = Array.from({ length: shown + 1 }, (_, i) => {
    const [track, turn] = [i % period, Math.floor(i / period)]
    const grown = tracks[track] === 'grow' ? (turn * (turn - 1)) / 2 : 0
    return (starts[track] as number) + turn * (steps[track] as number) + grown
  })
  const asked = places.at(-1) as number
  const terms = places.slice(0, -1)
  if (places.some((place) => alphabet[place] === undefined) || new Set(starts).size < period) return undefined
  // The options are letters that are not shown, so the asked letter must not be shown. Nor may fewer tracks read the series.
  const isSound =
    !terms.includes(asked) && nextPlaces(terms, period).length === 0 && nextPlaces(terms).join() === String(asked)
  const own = terms.filter((_, i) => i % period === shown % period)
  const options = isSound ? lettersAround(rng, { right: asked, rank, terms, refused: nextOfSort(own) }) : undefined
  return options && { kind, tracks, steps, places, options }
}

const sorts = ['аеєиіїоуюя', 'бвгґджзйклмнпрстфхцчшщ']

/** The next letter by a count of vowels alone or of consonants alone; [] if the track has both sorts, or uneven steps. */
function nextOfSort(track: readonly number[]): number[] {
  return sorts.flatMap((sort) => {
    const places = track.map((place) => sort.indexOf(letterAt(place)))
    const step = (places[1] as number) - (places[0] as number)
    const isEven = places.every((place, i) => place >= 0 && (i === 0 || place - (places[i - 1] as number) === step))
    const next = isEven ? sort[(places.at(-1) as number) + step] : undefined
    return next === undefined ? [] : [alphabet.indexOf(next)]
  })
}

function stepOf(rng: Rng, track: Step): number {
  switch (track) {
    case 'next':
    case 'grow':
      return 1
    case 'back':
      return -1
    case 'skip':
      return rng.int(2, 3)
    case 'skip-back':
      return -rng.int(2, 3)
    case 'same':
      return 0
  }
}

const mostWrong = 5
const reach = 7
/** The least number of wrong letters that are as near to a shown letter as the right one is. */
const leastNear = 3

type Placing = { right: number; rank: number; terms: readonly number[]; refused: readonly number[] }

/**
 * Six letters in alphabetical order, with the right one at `rank`, from 0. None is shown or `refused`. A person who sees no
 * track and picks a letter near a shown one must find several.
 */
function lettersAround(rng: Rng, { right, rank, terms, refused }: Placing): number[] | undefined {
  const awayOf = (place: number) => Math.min(...terms.map((term) => Math.abs(place - term)))
  const isUnseen = (place: number) => place !== right && !terms.includes(place) && !refused.includes(place)
  const unseen = Array.from(alphabet.keys()).filter((place) => isUnseen(place) && Math.abs(place - right) <= 2 * reach)
  const near = unseen.filter((place) => awayOf(place) <= awayOf(right))
  if (near.length < leastNear) return undefined
  for (let tries = 0; tries < 20; tries += 1) {
    const chosen = rng.sample(near, rng.int(leastNear, Math.min(mostWrong, near.length)))
    const rest = unseen.filter((place) => !chosen.includes(place) && Math.abs(place - right) <= reach)
    if (rest.length < mostWrong - chosen.length) continue
    const options = [...chosen, ...rng.sample(rest, mostWrong - chosen.length), right].sort((a, b) => a - b)
    if (options.indexOf(right) === rank) return options
  }
  return undefined
}

function letterItem({ kind, tracks, steps, places, options }: Drawn): Item {
  const [terms, asked] = [places.slice(0, -1), places.at(-1) as number]
  const shown = terms.map(letterAt)
  const head = {
    family: mathLetters.family,
    difficulty: kind.level,
    subject: subjectOf(kind),
    isOfExams: kind.isOfExams,
    radicals: { rule: nameOf(kind), tracks: tracks.join(' '), steps: steps.join(' '), terms: shown.join(' ') },
    stem: shown.join(' '),
    parameters: `${mathLetters.family}: ${nameOf(kind)} ${steps.toSorted((a, b) => a - b).join(' ')}`,
    shows: [`${mathLetters.family} like ${nameOf(kind)}`],
  }
  return makeItemLater(head, () => ({
    prompt: `Яка літера має бути наступною?\n\n${shown.join(', ')}, ?\n\nАбетка: ${alphabet.join(' ')}`,
    answer: { options: options.map((place) => ({ text: letterAt(place) })), right: options.indexOf(asked) },
    explanation: [...saidTracks({ tracks, steps, places }), `Отже, наступна літера: ${letterAt(asked)}.`].join('\n'),
  }))
}

const letterAt = (place: number) => alphabet[place] as string

/** A sentence for each track with its letters; the asked letter's track is last. */
export function saidTracks({ tracks, steps, places }: Pick<Drawn, 'tracks' | 'steps' | 'places'>): string[] {
  const period = tracks.length
  const askedTrack = (places.length - 1) % period
  const order = [...tracks.keys()].filter((track) => track !== askedTrack)
  return [...order, askedTrack].map((track) => {
    const own = places.filter((_, i) => i % period === track).map(letterAt)
    const which = period === 1 ? 'Кожна літера' : `${saidTurns(period)} літера, починаючи з ${ordinals[track]},`
    return `${which} ${saidStep(tracks[track] as Step, steps[track] as number)}: ${own.join(' → ')}.`
  })
}

const saidTurns = (period: number) => (period === 2 ? 'Кожна друга' : 'Кожна третя')
const ordinals = ['першої', 'другої', 'третьої']

function saidStep(track: Step, step: number): string {
  if (track === 'same') return 'та сама'
  if (track === 'grow') return 'далі за абеткою, щоразу на одне місце більше'
  const by = Math.abs(step)
  return `на ${by} ${by === 1 ? 'місце' : 'місця'} ${step > 0 ? 'далі' : 'назад'} за абеткою`
}
