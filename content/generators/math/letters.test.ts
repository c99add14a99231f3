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
  it('know the alphabet of 33 letters in its order', () => {
    expect(alphabet).toHaveLength(33)
    expect(alphabet.toSorted((a, b) => a.localeCompare(b, 'uk'))).toEqual(alphabet)
  })

  it('find one track, tracks that take turns, and steps that grow', () => {
    expect(next('а в ґ е ж')).toEqual(['и'])
    expect(next('г н в п б с а')).toEqual(['у'])
    expect(next('а б г е и')).toEqual(['л'])
  })

  it('find one letter where readings agree', () => {
    expect(nextPlaces([0, 1, 3, 6, 10, 15]).length).toBe(1)
    expect(nextPlaces([0, 5, 1, 7, 2, 9, 3]).length).toBe(1)
    expect(new Set(nextPlaces([0, 2, 2, 2, 4, 2, 6, 2]))).toEqual(new Set([8]))
  })

  it('find nothing where no track is steady', () => {
    expect(nextPlaces([0, 7, 3, 9, 2, 20, 5])).toEqual([])
  })
})

describe('math-letters', () => {
  it('goes on in one way by all readings, and in none by fewer tracks', () => {
    for (const { question, key, radicals } of items) {
      const shown = placesOf(question.prompt.split('\n\n')[1]!.replaceAll(',', '').replace(' ?', ''))
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      expect(nextPlaces(shown).map((place) => alphabet[place])).toEqual([right])
      expect(nextPlaces(shown, String(radicals.tracks).split(' ').length)).toEqual([])
    }
  })

  it('offers six letters that do not stand in the series, the right one at every place among them', () => {
    const ranks = [0, 0, 0, 0, 0, 0]
    for (const { question, key, radicals } of items) {
      const letters = question.options!.map(({ text }) => text!)
      expect(letters.filter((letter) => String(radicals.terms).split(' ').includes(letter))).toEqual([])
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      ranks[letters.toSorted((a, b) => alphabet.indexOf(a) - alphabet.indexOf(b)).indexOf(right)]! += 1
    }
    for (const count of ranks) expect(count / items.length).toBeGreaterThan(0.08)
  })

  it('prints the alphabet beside the series', () => {
    for (const { question } of items) expect(question.prompt).toContain(`Абетка: ${alphabet.join(' ')}`)
  })

  it('says in its explanation every track with letters that are in the series, the answer last', () => {
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

  it('keeps two of the three rules of every level for exams', () => {
    for (const level of mathLetters.levels) {
      const rng = createRng(`trained/${level}`)
      const rulesIn = (partition: 'exam' | 'training') =>
        new Set(Array.from({ length: 60 }, () => ruleOf(mathLetters.generate(rng, level, partition))))
      expect([level, rulesIn('exam').size, rulesIn('training').size]).toEqual([level, 3, 1])
    }
  })
})
