import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { verbalAnalogy } from './analogy.ts'
import { frames, mayStand, relationsBetween } from './lexicon.ts'
import { categories } from './lexicon/categories.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'
import { verbalOddOneOut } from './odd-one-out.ts'
import { standsOut } from './stands-out.ts'

describe('the lexicon', () => {
  const relations = frames.flatMap((frame) =>
    frame.relations.map(({ name }, i) => ({ name, pairs: frame.subjects.filter(({ cells }) => cells[i]).length })),
  )

  it('has at least 14 relations of at least 12 pairs, each named once', () => {
    expect(relations.length).toBeGreaterThanOrEqual(14)
    expect(new Set(relations.map(({ name }) => name)).size).toBe(relations.length)
    expect(relations.filter(({ pairs }) => pairs < 12)).toEqual([])
  })

  it('has at least 16 kinds of at least 12 words, and no word in two', () => {
    expect(categories.length).toBeGreaterThanOrEqual(16)
    expect(categories.filter(({ words }) => words.length < 12).map(({ name }) => name)).toEqual([])
    const words = [...categories, ...synonymSets].flatMap((kind) => kind.words)
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
  })

  it('has no near word that is of the kind, or of any other', () => {
    for (const kind of [...categories, ...synonymSets]) {
      expect(kind.near.filter((word) => kind.words.includes(word))).toEqual([])
    }
  })

  it('is written in Ukrainian letters', () => {
    const words = [
      ...categories.flatMap(({ words, near, also }) => [...words, ...near, ...also]),
      ...frames.flatMap(({ subjects }) =>
        subjects.flatMap(({ word, cells }) => [
          word,
          ...cells.flatMap((cell) => (cell ? [cell.word, ...cell.also] : [])),
        ]),
      ),
    ]
    expect(words.filter((word) => !/^[А-ЩЬЮЯЄІЇҐа-щьюяєіїґ’ -]+$/.test(word))).toEqual([])
  })
})

describe('verbal-analogy', () => {
  const items = verbalAnalogy.levels.flatMap((level) =>
    Array.from({ length: 80 }, (_, i) => verbalAnalogy.generate(createRng(`analogy/${level}/${i}`), level)),
  )

  it('has one option that stands in the relation to the asked word, and it is the key', () => {
    for (const { question, key, radicals } of items) {
      const fitting = question.options!.filter(({ text }) =>
        mayStand(radicals.relation as string, radicals.asked as string, text!),
      )
      expect(fitting.map(({ id }) => id)).toEqual([key.right])
    }
  })

  it('gives a pair that stands in one relation only', () => {
    for (const { question } of items) {
      const [a, b] = question.prompt.split('\n\n')[1]!.split('\n')[0]!.split(' — ')
      expect(relationsBetween(a!, b!)).toHaveLength(1)
    }
  })

  it('knows words that would also be right, so that they are no wrong options', () => {
    expect(mayStand('home', 'корова', 'стайня')).toBe(true)
    expect(mayStand('home', 'корова', 'вулик')).toBe(false)
  })

  it.each([
    ['group', 'риба', 'зграя'],
    ['whereabouts', 'корова', 'стайня'],
    ['whereabouts', 'квітка', 'ліс'],
    ['part', 'ніж', 'держак'],
    ['material', 'чайник', 'алюміній'],
    ['material', 'вікно', 'алюміній'],
    ['opposite-quality', 'мудрий', 'нетямущий'],
    ['synonym', 'тиша', 'мовчанка'],
  ])('offers no second right word: %s of «%s» may be «%s»', (relation, subject, word) => {
    expect(mayStand(relation, subject, word)).toBe(true)
  })
})

describe('standsOut', () => {
  it('accepts an odd word that every kind leaves out', () => {
    expect(standsOut('туба', ['скрипка', 'бандура', 'арфа', 'кобза'])).toBe(true)
  })

  it('refuses one when the form of another word stands out too', () => {
    expect(standsOut('туба', ['скрипка', 'бандура', 'арфа', 'контрабас'])).toBe(false)
  })

  it('refuses one when another sense sets another word apart', () => {
    expect(standsOut('комар', ['горобець', 'пінгвін', 'ластівка', 'ворона'])).toBe(false)
  })

  it.each([
    ['куб', 'трикутник, квадрат, ромб, круг', 'the circle alone has no corners'],
    ['квадрат', 'куб, піраміда, призма, куля', 'the ball alone has no corners'],
    ['трикутник', 'піраміда, конус, тетраедр, призма', 'the prism alone ends in no point'],
    ['щука', 'вовк, лисиця, рись, заєць', 'the hare alone is no beast of prey'],
    ['скорпіон', 'комар, бджола, оса, метелик', 'the butterfly alone does not sting'],
    ['ящірка', 'ведмідь, борсук, їжак, вовк', 'the wolf alone does not sleep in winter'],
    ['цибуля', 'тюльпан, нарцис, лілія, ромашка', 'the camomile alone has no bulb'],
    ['подушка', 'ліжко, диван, тахта, стіл', 'the table alone is not slept on'],
    ['плита', 'каструля, чайник, казан, тарілка', 'the plate alone is not for cooking'],
    ['шапка', 'пальто, кожух, светр, сорочка', 'the shirt alone is not for the cold'],
    ['скрипка', 'флейта, кларнет, гобой, сопілка', 'the pipe alone is in no orchestra'],
    ['золото', 'рубін, смарагд, бірюза, агат', 'the agate alone names no colour'],
    ['яблуня', 'яблуко, груша, персик, абрикос', 'the apple alone is no tree'],
  ])('refuses «%s» among «%s»: %s', (odd, others) => {
    expect(standsOut(odd, others.split(', '))).toBe(false)
  })

  it.each([
    ['груша', 'дуб, клен, ясен, граб'],
    ['Дніпро', 'Київ, Львів, Одеса, Харків'],
    ['болеро', 'сорочка, сукня, спідниця, блузка'],
  ])('refuses «%s» among «%s»: in another sense it is one of them', (odd, others) => {
    expect(standsOut(odd, others.split(', '))).toBe(false)
  })

  it('refuses five words of no kind', () => {
    expect(standsOut('муха', ['скрипка', 'дуб', 'Київ', 'вальс'])).toBe(false)
  })
})

describe('verbal-odd-one-out', () => {
  it('has one word that stands out, by every kind of the lexicon, and it is the key', () => {
    for (const level of verbalOddOneOut.levels) {
      for (let i = 0; i < 80; i++) {
        const { question, key } = verbalOddOneOut.generate(createRng(`odd/${level}/${i}`), level)
        const words = question.options!.map(({ text }) => text!)
        const odd = words.filter((word) =>
          standsOut(
            word,
            words.filter((each) => each !== word),
          ),
        )
        expect(odd).toEqual([question.options!.find(({ id }) => id === key.right)!.text])
      }
    }
  })
})
