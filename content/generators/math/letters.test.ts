import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { ruleOf } from '../../rule-of.ts'
import { alphabet, nextPlaces } from './letter-rules.ts'
import { mathLetters } from './letter-series.ts'

const items = mathLetters.levels.flatMap((level) =>
  Array.from({ length: 60 }, (_, i) => mathLetters.generate(createRng(`letters/${level}/${i}`), level)),
)
const placesOf = (letters: string) => letters.split(' ').map((letter) => alphabet.indexOf(letter))
const next = (letters: string) => nextPlaces(placesOf(letters)).map((place) => alphabet[place])

describe('the readings of a letter series', () => {
  it('the alphabet of letter series has 33 letters in Ukrainian order', () => {
    expect(alphabet).toHaveLength(33)
    expect(alphabet.toSorted((a, b) => a.localeCompare(b, 'uk'))).toEqual(alphabet)
  })

  it('nextPlaces continues one track, tracks that take turns, and steps that grow', () => {
    expect(next('а в ґ е ж')).toEqual(['и'])
    expect(next('г н в п б с а')).toEqual(['у'])
    expect(next('а б г е и')).toEqual(['л'])
  })

  it('nextPlaces finds one letter if all readings agree', () => {
    expect(nextPlaces([0, 1, 3, 6, 10, 15]).length).toBe(1)
    expect(nextPlaces([0, 5, 1, 7, 2, 9, 3]).length).toBe(1)
    expect(new Set(nextPlaces([0, 2, 2, 2, 4, 2, 6, 2]))).toEqual(new Set([8]))
  })

  it('nextPlaces finds nothing if no track is steady', () => {
    expect(nextPlaces([0, 7, 3, 9, 2, 20, 5])).toEqual([])
  })
})

describe('math-letters', () => {
  it('a letter series continues in one way by all readings, and in no way by fewer tracks', () => {
    for (const { question, key, radicals } of items) {
      const shown = placesOf(question.prompt.split('\n\n')[1]!.replaceAll(',', '').replace(' ?', ''))
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      expect(nextPlaces(shown).map((place) => alphabet[place])).toEqual([right])
      expect(nextPlaces(shown, String(radicals.tracks).split(' ').length)).toEqual([])
    }
  })

  it('a letter series offers six letters that it does not contain, and the right one has each rank among them', () => {
    const ranks = [0, 0, 0, 0, 0, 0]
    for (const { question, key, radicals } of items) {
      const letters = question.options!.map(({ text }) => text!)
      expect(letters.filter((letter) => String(radicals.terms).split(' ').includes(letter))).toEqual([])
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      ranks[letters.toSorted((a, b) => alphabet.indexOf(a) - alphabet.indexOf(b)).indexOf(right)]! += 1
    }
    for (const count of ranks) expect(count / items.length).toBeGreaterThan(0.08)
  })

  it('the question of a letter series prints the alphabet', () => {
    for (const { question } of items) expect(question.prompt).toContain(`Абетка: ${alphabet.join(' ')}`)
  })

  it('the explanation of a letter series lists every track with the letters of the series, and the answer last', () => {
    for (const { question, key, radicals } of items) {
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      const tracks = key.explanation
        .split('\n')
        .slice(0, -1)
        .map((line) => line.match(/: (.*)\.$/)![1]!.split(' → '))
      const terms = String(radicals.terms).split(' ')
      expect(tracks.flat().toSorted()).toEqual([...terms, right].toSorted())
      expect(tracks.at(-1)!.at(-1)).toBe(right)
    }
  })

  it('letter series keep two of the three rules of every level for exams', () => {
    for (const level of mathLetters.levels) {
      const rng = createRng(`trained/${level}`)
      const rulesIn = (partition: 'exam' | 'training') =>
        new Set(Array.from({ length: 60 }, () => ruleOf(mathLetters.generate(rng, level, partition))))
      expect([level, rulesIn('exam').size, rulesIn('training').size]).toEqual([level, 3, 1])
    }
  })
})
