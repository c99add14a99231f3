import { describe, expect, it } from 'vitest'
import { createRng } from '../../rng.ts'
import { offersOf, samplesOf, verbalAnalogy } from './analogy.ts'
import { partitionOf, partitions } from '../../partition.ts'
import { askOfWord, partitionOfKind, partitionOfSubject } from './dealt-words.ts'
import { isLeftOut, judgementIn, judgementOf, mayBeReadAs, readTable } from './judgements.ts'
import { frames, mayStand, relationsBetween } from './lexicon.ts'
import type { Frame } from './lexicon/frame.ts'
import { shareRoot } from './roots.ts'
import { categories } from './lexicon/categories.ts'
import { synonymSets } from './lexicon/synonym-sets.ts'
import { verbalOddOneOut } from './odd-one-out.ts'
import { isOdd } from './is-odd.ts'

describe('the lexicon', () => {
  const relations = frames.flatMap((frame) =>
    frame.relations.map(({ name }, i) => ({ name, pairs: frame.subjects.filter(({ cells }) => cells[i]).length })),
  )

  it('the lexicon has at least 14 relations of at least 12 pairs, each named once', () => {
    expect(relations.length).toBeGreaterThanOrEqual(14)
    expect(new Set(relations.map(({ name }) => name)).size).toBe(relations.length)
    expect(relations.filter(({ pairs }) => pairs < 12)).toEqual([])
  })

  it('the lexicon has at least 16 kinds of at least 10 words, and no word in two kinds', () => {
    expect(categories.length).toBeGreaterThanOrEqual(16)
    expect(categories.filter(({ words }) => words.length < 10).map(({ name }) => name)).toEqual([])
    const words = [...categories, ...synonymSets].flatMap((kind) => kind.words)
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
  })

  it('the lexicon names only kinds that exist, and deals each kind to one partition', () => {
    const names: string[] = categories.map(({ name }) => name)
    expect(categories.flatMap(({ about }) => about).filter((name) => !names.includes(name))).toEqual([])
    for (const kind of [...categories, ...synonymSets]) expect(partitions).toContain(partitionOfKind(kind))
  })

  it('the lexicon has no pair of words twice in either order, except four known ones', () => {
    const pairs = frames.flatMap(({ subjects }) =>
      subjects.flatMap(({ word, cells }) => [
        ...new Set(cells.flatMap((cell) => (cell ? [[word, cell.word].toSorted().join(' — ')] : []))),
      ]),
    )
    // A pair that two frames have with one subject is one pair, dealt once.
    const known = ['вівця — кошара', 'кінь — стайня', 'вовк — лігво', 'бджола — вулик']
    expect(pairs.filter((pair, i) => pairs.indexOf(pair) !== i && !known.includes(pair))).toEqual([])
  })

  it('the lexicon accepts the synonyms of an answer, and the answers of a word’s synonyms, as answers too', () => {
    expect(frames.flatMap(unlistedAnswers)).toEqual([])
  })

  it('the lexicon is written in Ukrainian letters', () => {
    const words = [
      ...categories.flatMap(({ words, also }) => [...words, ...also]),
      ...frames.flatMap(({ subjects }) =>
        subjects.flatMap(({ word, cells }) => [
          word,
          ...cells.flatMap((cell) => (cell ? [cell.word, ...cell.also] : [])),
        ]),
      ),
    ]
    expect(words.filter((word) => !/^[А-ЩЬЮЯЄІЇҐа-щьюяєіїґ’ -]+$/.test(word.replace('\u0301', '')))).toEqual([])
  })
})

function areSynonyms(one: string, other: string): boolean {
  const isListed = ['synonym', 'same-quality'].some((each) => mayStand(each, one, other) || mayStand(each, other, one))
  return isListed || synonymSets.some(({ words }) => words.includes(one) && words.includes(other))
}

/** Words that could be wrong options although the lexicon itself calls them as good as the right one. */
function unlistedAnswers({ relations, subjects }: Frame): string[] {
  const offered = [...new Set(subjects.flatMap(({ cells }) => cells.flatMap((cell) => (cell ? [cell.word] : []))))]
  const isRight = (column: number, subject: string, word: string) => mayStand(relations[column]!.name, subject, word)
  return relations.flatMap(({ name }, column) =>
    ['synonym', 'same-quality'].includes(name)
      ? []
      : subjects.flatMap(({ word: subject, cells }) => {
          const cell = cells[column]
          const right = cell ? [cell.word, ...cell.also] : []
          const bySynonym = offered.filter((word) => word !== subject && right.some((each) => areSynonyms(each, word)))
          const ofSynonyms = subjects.flatMap((other) =>
            cell && other.cells[column] && areSynonyms(subject, other.word) ? [other.cells[column].word] : [],
          )
          const unlisted = [...bySynonym, ...ofSynonyms].filter((word) => !isRight(column, subject, word))
          return unlisted.map((word) => `${name}: ${subject} — ${word}`)
        }),
  )
}

describe('verbal-analogy', () => {
  const names = [...new Set(frames.flatMap(({ relations }) => relations.map(({ name }) => name)))]
  const items = verbalAnalogy.levels.flatMap((level) =>
    Array.from({ length: 80 }, (_, i) => verbalAnalogy.generate(createRng(`analogy/${level}/${i}`), level)),
  )

  it('one option of a word analogy has the relation to the asked word, and it is the key', () => {
    for (const { question, key, radicals } of items) {
      const fitting = question.options!.filter(({ text }) =>
        mayStand(radicals.relation as string, radicals.asked as string, text!),
      )
      expect(fitting.map(({ id }) => id)).toEqual([key.right])
    }
  })

  it('a word analogy has no other answer, however the given pair may be read', () => {
    for (const { question, key, radicals } of items) {
      const [a, b] = question.prompt.split('\n\n')[1]!.split('\n')[0]!.split(' — ')
      const fitting = question.options!.filter(({ text }) =>
        relationsBetween(a!, b!).some((relation) => mayStand(relation, radicals.asked as string, text!)),
      )
      expect(fitting.map(({ id }) => id)).toEqual([key.right])
    }
  })

  it('a word analogy that asks for a city of a country never offers its capital', () => {
    for (const { question, radicals } of items.filter((each) => each.radicals.relation === 'city')) {
      const capitals = question.options!.filter(({ text }) => mayStand('capital', radicals.asked as string, text!))
      expect(capitals).toEqual([])
    }
  })

  it('the key of a word analogy is never the only option that shares the root of the asked word', () => {
    for (const { question, key, radicals } of items) {
      const alike = question.options!.filter(({ text }) => shareRoot(radicals.asked as string, text!))
      expect(alike.map(({ id }) => id)).not.toEqual([key.right])
    }
  })

  it('a word analogy takes all its words from the subjects of one partition', () => {
    for (const partition of partitions) {
      for (const level of verbalAnalogy.levels) {
        const { asks, shows, signature } = verbalAnalogy.generate(createRng(`dealt/${level}`), level, partition)
        const subjects = [...asks.slice(0, 2), ...shows].map((ask) => ask.replace('word: ', ''))
        expect(subjects.map(partitionOfSubject)).toEqual(subjects.map(() => partition))
        expect(partitionOf(signature)).toBe(partition)
      }
    }
  })

  it('relationsBetween reads a pair both as synonyms and as a stronger word, if it may be either', () => {
    expect(relationsBetween('біль', 'му́ка')).toEqual(expect.arrayContaining(['synonym', 'stronger']))
  })

  it('mayStand accepts a word that would also be right, and refuses a wrong one', () => {
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
    ['whereabouts', 'матрос', 'корабель'],
    ['whereabouts', 'пірат', 'лігво'],
    ['effect', 'шторм', 'страх'],
    ['opposite-quality', 'гордий', 'скромний'],
    ['opposite-quality', 'нахабний', 'чемний, смиренний'],
    ['opposite-quality', 'міцний', 'рідкий'],
    ['same-quality', 'нахабний', 'грубий, пихатий'],
    ['same-quality', 'звичайний', 'звичний'],
    ['same-quality', 'чистий', 'пустий'],
    ['effect', 'пожежа', 'руйнування, страх'],
    ['effect', 'спека', 'сухість, хвороба, пожежа'],
    ['effect', 'повінь', 'неврожай, хвороба, страх'],
    ['effect', 'шторм', 'руйнування, хвороба'],
    ['effect', 'бруд', 'свербіж'],
    ['effect', 'образа', 'розлука'],
    ['effect', 'іржа', 'неврожай, аварія'],
    ['remedy', 'бруд', 'очищення'],
    ['remedy', 'образа', 'примирення'],
    ['remedy', 'комар', 'вентилятор'],
    ['lack', 'розбишака', 'слухняність, стриманість'],
    ['lack', 'шибеник', 'стриманість, сумирність'],
    ['lack', 'хитрун', 'чесність, довіра'],
    ['lack', 'базіка', 'слухняність, сумирність'],
    ['lack', 'ледар', 'воля, успіх'],
    ['trait', 'хитрун', 'нещирість, кмітливість'],
    ['trait', 'педант', 'пильність'],
    ['opposite-person', 'невдаха', 'багатій, оптиміст'],
    ['smaller', 'район', 'будинок'],
    ['made-at', 'олія', 'маслоробня'],
    ['made-at', 'сир', 'маслоробня'],
    ['raw', 'масло', 'какао'],
    ['raw', 'шоколад', 'молоко'],
    ['maker', 'обі́д', 'пекар'],
    ['opposite', 'хитрість', 'правда, сила'],
    ['opposite', 'біль', 'радість, спокій'],
    ['opposite', 'гнів', 'злагода'],
    ['synonym', 'холод', 'прохолода'],
    ['synonym', 'бажання', 'воля'],
    ['synonym', 'бідність', 'злидні'],
    ['synonym', 'безлад', 'хаос'],
    ['stronger', 'сварка', 'чвара'],
    ['stronger-quality', 'далекий', 'захмарний'],
    ['contrary', 'гнівити', 'заспокоювати'],
    ['contrary', 'шуміти', 'шепотіти'],
    ['home', 'горобець', 'дупло'],
    ['voice', 'журавель', 'клекоче'],
    ['tool', 'фельдшер', 'скальпель'],
    ['workplace', 'двірник', 'сад, школа'],
    ['work', 'садівник', 'стриже'],
    ['part', 'сокира', 'вушко'],
    ['part', 'ключ', 'зубець'],
    ['part', 'дзвін', 'вушко'],
    ['material', 'окуляри', 'метал'],
    ['material', 'лук', 'пластик, сталь'],
    ['purpose', 'сокира', 'різати'],
    ['group', 'парафіянин', 'церква'],
    ['group', 'присяжний', 'суд'],
    ['group', 'журавель', 'косяк'],
    ['whereabouts', 'корабель', 'озеро'],
    // Found in papers of generator 6, and similar ones.
    ['group', 'студент', 'університет'],
    ['group', 'мешканець', 'місто'],
    ['group', 'пірат', 'корабель'],
    ['group', 'чернець', 'монастир'],
    ['whereabouts', 'пасажир', 'корабель, літак'],
    ['whereabouts', 'зірка', 'сцена'],
    ['part', 'олівець', 'графіт'],
    ['part', 'книга', 'аркуш'],
    ['part', 'сорочка', 'кишенька'],
    ['part', 'черевик', 'язик'],
    ['part', 'штани', 'манжет'],
    ['material', 'глечик', 'кришталь'],
    ['purpose', 'светр', 'гріти'],
    ['remedy', 'темрява', 'освіта'],
    ['remedy', 'недосвідченість', 'освіта'],
    ['effect', 'шторм', 'калюжа, повінь'],
    ['effect', 'образа', 'шрам, хвороба, туга'],
    ['effect', 'хвороба', 'виснаження, втома, кашель'],
    ['lack', 'педант', 'кмітливість'],
    ['lack', 'хам', 'стриманість, сором'],
    ['trait', 'хвалько', 'балакучість'],
    ['opposite-person', 'нахаба', 'джентльмен'],
    ['same-quality', 'щирий', 'щедрий'],
    ['same-quality', 'обережний', 'уважний'],
    ['opposite-quality', 'балакучий', 'лаконічний'],
    ['plain-opposite', 'розумний', 'тупий'],
    ['stronger-quality', 'дорогий', 'захмарний'],
    ['contrary', 'дрімати', 'прокидатися'],
    ['workplace', 'стюардеса', 'кабіна'],
    ['tool', 'продавець', 'калькулятор'],
    ['raw', 'рушник', 'тканина'],
    ['maker', 'бочка', 'столяр'],
    ['smaller', 'квартира', 'стіна'],
    ['unit', 'кут', 'секунда'],
    ['synonym', 'прикрість', 'невдача'],
    // Found when readers judged everything that exams can offer.
    ['made-at', 'горщик', 'цегельня'],
    ['same-quality', 'гордий', 'пишний'],
    ['part', 'окуляри', 'скло'],
    ['larger', 'тиждень', 'тисячоліття'],
    ['voice', 'журавель', 'сурмить'],
    ['currency', 'Франція', 'франк'],
    ['group', 'кінь', 'косяк'],
    // Found by a second reader.
    ['group', 'кінь', 'стайня'],
    ['group', 'бджола', 'вулик'],
    ['whereabouts', 'літера', 'абетка'],
    ['part', 'дзвін', 'бойок'],
    ['remedy', 'застуда', 'обачність'],
    ['meaning', 'стояти горою', 'боротися'],
    ['meaning', 'виносити сміття з хати', 'приховувати'],
    ['contrary-meaning', 'накивати п’ятами', 'боротися'],
    ['contrary-meaning', 'жити душа в душу', 'боротися'],
  ])('the lexicon knows a second right word: %s of «%s» may be «%s»', (relation, subject, words) => {
    expect(words.split(', ').filter((word) => !mayStand(relation, subject, word))).toEqual([])
  })

  it.each([
    ['whereabouts', 'вагон'],
    ['material', 'олівець'],
    ['handling', 'ключ'],
    ['stronger-quality', 'солодкий'],
    ['remedy', 'іржа'],
    ['stronger-action', 'мерзнути'],
    ['opposite-quality', 'чистий'],
  ])('the lexicon leaves out what readers doubted: %s of «%s»', (relation, subject) => {
    const cells = frames.flatMap(({ relations, subjects }) =>
      subjects
        .filter(({ word }) => word === subject)
        .flatMap(({ cells: all }) => all.filter((_, column) => relations[column]!.name === relation)),
    )
    expect(cells).toEqual([undefined])
  })

  it.each([
    ['effect', 'спрага'],
    ['effect', 'засмічення'],
    ['stronger', 'допомога'],
    ['stronger', 'спека'],
    ['stronger-action', 'дрімати'],
  ])('the lexicon has no pair that readers doubted: %s of «%s»', (relation, subject) => {
    const answers = frames.flatMap(({ relations, subjects }) => {
      const column = relations.findIndex(({ name }) => name === relation)
      return subjects.filter(({ word }) => word === subject).flatMap(({ cells }) => cells[column]?.word ?? [])
    })
    expect(answers).toEqual([])
  })

  it.each([
    ['exam', 400],
    ['training', 200],
  ] as const)('readers have judged every wrong option of word analogies to be no answer: %s', (partition, least) => {
    const offers = offersOf(partition)
    expect(offers.length).toBeGreaterThan(least)
    const refused = offers.flatMap(({ relation, asked, wrong }) =>
      wrong.flatMap((word) => {
        const judgement = judgementOf(relation, asked, word)
        return judgement === 'no' ? [] : [`${relation}: ${asked} — ${word}: ${judgement ?? 'nobody has judged it'}`]
      }),
    )
    expect(refused).toEqual([])
  })

  it('readers have judged the key of every word analogy in exams and trainings to be right', () => {
    const keys = [...offersOf('exam'), ...offersOf('training')].map(({ relation, asked, right }) => [
      `${relation}: ${asked} — ${right}`,
      judgementOf(relation, asked, right),
    ])
    expect(keys.filter(([, judgement]) => judgement !== 'right')).toEqual([])
  })

  it.each(partitions)('readers have judged every other reading of each sample of word analogies: %s', (partition) => {
    const samples = samplesOf(partition)
    expect(samples.length).toBeGreaterThan(80)
    const unread = samples.flatMap(({ relation, pair, besides }) =>
      besides
        .filter((other) => mayBeReadAs(relation, other, pair) === undefined)
        .map((other) => `${relation} as ${other}: ${pair.join(' — ')}`),
    )
    expect(unread).toEqual([])
  })

  it('a word analogy has no second answer by any other relation in which its sample may be read', () => {
    const answered = items.flatMap(({ question, key, radicals }) => {
      const [first, second] = question.prompt.split('\n\n')[1]!.split('\n')
      const pair = first!.split(' — ') as [string, string]
      const relation = String(radicals.relation)
      const readable = names.filter((other) => other !== relation && mayBeReadAs(relation, other, pair))
      return question
        .options!.filter(({ id }) => id !== key.right)
        .filter(({ text }) => readable.some((other) => mayStand(other, String(radicals.asked), text!)))
        .map(({ text }) => `${first}; ${second}: ${text}`)
    })
    expect(answered).toEqual([])
  })

  it.each([
    ['remedy', 'effect', 'образа', 'вибачення'],
    ['remedy', 'effect', 'сварка', 'примирення'],
    ['stronger', 'synonym', 'втома', 'виснаження'],
    ['stronger', 'synonym', 'страх', 'жах'],
    ['group', 'whereabouts', 'вагон', 'потяг'],
    ['purpose', 'handling', 'светр', 'вдягати'],
  ])('mayBeReadAs takes a sample of %s for one of %s too: «%s — %s»', (relation, other, a, b) => {
    expect(mayBeReadAs(relation, other, [a, b])).toBe(true)
  })

  it('a new word, a newly asked word and a word that came after the reading have no judgement', () => {
    expect(judgementOf('home', 'корова', 'лігво')).toBe('no')
    expect(judgementOf('home', 'корова', 'печера')).toBe(undefined)
    expect(judgementOf('home', 'печера', 'лігво')).toBe(undefined)
    expect(judgementOf('habit', 'корова', 'лігво')).toBe(undefined)
    const [, table] = readTable(['home', '< хлів, лігво, печера', 'корова 2: хлів ~ стайня'])
    const judged = ['хлів', 'стайня', 'лігво', 'печера'].map((word) => judgementIn(table, 'корова', word))
    expect(judged).toEqual(['right', 'defensible', 'no', undefined])
  })

  it('a word counts as defensible if either of two readers called it so', () => {
    const [, table] = readTable([
      'home',
      '< хлів, стайня, нора, дупло, лігво',
      'корова 5: хлів ~ стайня ~ нора ~ дупло',
    ])
    const judged = ['стайня', 'нора', 'дупло', 'лігво'].map((word) => judgementIn(table, 'корова', word))
    expect(judged).toEqual(['defensible', 'defensible', 'defensible', 'no'])
  })

  it('the explanation of a word analogy names the related words that fail: two in a 2×3 grid, otherwise one', () => {
    for (const { question, key, radicals } of items) {
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      const near = question.options!.filter(
        ({ text }) => text !== right && key.explanation.includes(`Слово «${text}» теж пов’язане з «${radicals.asked}»`),
      )
      expect([key.explanation, near.length]).toEqual([key.explanation, radicals.grid === '2×3' ? 2 : 1])
    }
  })

  it.each([
    'голод, рана, вибух, в’язень, раб, жебрак, безхатько, сліпець, сирота, солдат, вояк, рота, полк, взвод, дивізія',
  ])('the lexicon has no word that hurts people at war, and no insult', (words) => {
    const all = new Set([
      ...frames.flatMap(({ subjects }) =>
        subjects.flatMap(({ word, cells }) => [word, ...cells.flatMap((cell) => (cell ? [cell.word] : []))]),
      ),
      ...categories.flatMap((kind) => kind.words),
    ])
    expect(words.split(', ').filter((word) => all.has(word))).toEqual([])
  })

  it('the options of a word analogy look like the right one: a verb among verbs, a name among names', () => {
    const isName = (word: string) => /^[А-ЯІЇЄҐ]/.test(word)
    const verbs = new Set(
      frames.flatMap(({ relations, subjects }) =>
        subjects.flatMap(({ cells }) =>
          cells.filter((_, i) => relations[i]?.form === 'verb').map((cell) => cell?.word),
        ),
      ),
    )
    for (const { question, key, radicals } of items) {
      const words = question.options!.map(({ text }) => text!)
      const right = question.options!.find(({ id }) => id === key.right)!.text!
      expect([radicals.relation, words.filter((word) => isName(word) !== isName(right))]).toEqual([
        radicals.relation,
        [],
      ])
      expect([radicals.relation, words.filter((word) => verbs.has(word) !== verbs.has(right))]).toEqual([
        radicals.relation,
        [],
      ])
    }
  })

  it('a word whose stress was added later keeps its partition and its ask', () => {
    expect(partitionOfSubject('обі́д')).toBe(partitionOfSubject('обід'))
    expect(askOfWord('ви́года')).toBe('word: вигода')
    // These have had their stress from the first.
    expect(partitionOfSubject('замо́к')).toBe('exam')
    expect(askOfWord('му́ка')).toBe('word: му́ка')
  })
})

describe('isOdd', () => {
  it('isOdd accepts an odd word that every kind leaves out', () => {
    expect(isOdd('туба', ['скрипка', 'бандура', 'арфа', 'кобза'])).toBe(true)
  })

  it('isOdd refuses a word if the form of another word is odd too', () => {
    expect(isOdd('туба', ['скрипка', 'бандура', 'арфа', 'контрабас'])).toBe(false)
  })

  it('isOdd refuses a word if another sense sets another word apart', () => {
    expect(isOdd('комар', ['горобець', 'пінгвін', 'ластівка', 'ворона'])).toBe(false)
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
  ])('isOdd refuses «%s» among «%s»: %s', (odd, others) => {
    expect(isOdd(odd, others.split(', '))).toBe(false)
  })

  it.each([
    ['пароплав', 'велосипед, електричка, маршрутка, тролейбус', 'the bicycle alone has no engine'],
    ['крейсер', 'мотоцикл, потяг, велосипед, автомобіль', 'the bicycle alone has no engine'],
    ['катер', 'трамвай, тролейбус, потяг, самокат', 'the scooter alone has no engine'],
    ['пором', 'автобус, трамвай, потяг, мопед', 'the moped alone is for one'],
    ['степлер', 'викрутка, сокира, дриль, долото', 'the drill alone is not worked by hand'],
    ['мідь', 'сірка, фосфор, вуглець, азот', 'nitrogen alone is a gas'],
    ['круг', 'радіус, хорда, дуга, медіана', 'the median alone is of a triangle'],
    ['Волинь', 'Львів, Луцьк, Тернопіль, Одеса', 'Odesa alone is not in the west'],
    ['суниця', 'плов, компот, печеня, дерун', 'the compote alone is drunk'],
    ['скрипка', 'кларнет, гобой, фагот, тромбон', 'the trombone alone is not of wood'],
    ['скрипка', 'саксофон, фагот, трембіта, кларнет', 'the saxophone alone is not of wood'],
    ['велосипед', 'яхта, вітрильник, шхуна, катер', 'the launch alone has an engine'],
    ['двигун', 'палуба, каюта, якір, вітрило', 'a ship has an engine too'],
    ['видра', 'карась, короп, щука, тріска', 'the cod alone lives in the sea'],
  ])('isOdd refuses «%s» among «%s», which the lexicon did not know: %s', (odd, others) => {
    expect(isOdd(odd, others.split(', '))).toBe(false)
  })

  it('isOdd refuses words of one root, and a small letter among capitals', () => {
    expect(isOdd('чесний', 'ощадливий, заощадливий, ощадний, бережливий'.split(', '))).toBe(false)
    expect(isOdd('судак', 'Тиса, Псел, Стир, Десна'.split(', '))).toBe(false)
  })

  it.each([
    ['груша', 'дуб, клен, ясен, граб'],
    ['Дніпро', 'Київ, Львів, Одеса, Харків'],
    ['болеро', 'сорочка, сукня, спідниця, блузка'],
  ])('isOdd refuses «%s» among «%s»: in another sense it is one of them', (odd, others) => {
    expect(isOdd(odd, others.split(', '))).toBe(false)
  })

  it('isOdd refuses five words without a common kind', () => {
    expect(isOdd('муха', ['скрипка', 'дуб', 'Київ', 'вальс'])).toBe(false)
  })
})

describe('verbal-odd-one-out', () => {
  it('the kind of every odd word is the kind of the other four words in some other item', () => {
    for (const partition of ['training', 'exam'] as const) {
      const rng = createRng(`roles/${partition}`)
      const items = Array.from({ length: 1400 }, (_, i) =>
        verbalOddOneOut.generate(rng, verbalOddOneOut.levels[i % 7]!, partition),
      )
      const kindOf = (word: string) => [...categories, ...synonymSets].find(({ words }) => words.includes(word))?.name
      const ofFour = new Set(items.map(({ radicals }) => radicals.kind))
      expect(items.filter(({ radicals }) => !ofFour.has(kindOf(radicals.odd as string)!))).toEqual([])
    }
  })

  it('in 12,000 items each kind is the four and the odd one about equally often, and no word is the odd one over twice as often @full', () => {
    const rng = createRng('as often')
    const kindOf = new Map(
      [...categories, ...synonymSets].flatMap(({ name, words }) => words.map((word) => [word, name])),
    )
    const times = new Map<string, { four: number; odd: number }>()
    const words = new Map<string, { four: number; odd: number }>()
    const timesOf = (word: string) => words.get(word) ?? words.set(word, { four: 0, odd: 0 }).get(word)!
    const count = (kind: string, role: 'four' | 'odd') => {
      const own = times.get(kind) ?? { four: 0, odd: 0 }
      times.set(kind, { ...own, [role]: own[role] + 1 })
    }
    for (let i = 0; i < 12_000; i++) {
      // Half are synonyms, whose roots and letters refuse most draws of some kinds.
      const level = i % 2 === 0 ? 1 : verbalOddOneOut.levels[(i >> 1) % 6]!
      const { question, radicals } = verbalOddOneOut.generate(rng, level)
      count(String(radicals.kind), 'four')
      for (const { text } of question.options!) timesOf(text!)[text === radicals.odd ? 'odd' : 'four'] += 1
      count(kindOf.get(String(radicals.odd))!, 'odd')
    }
    const ratios = [...times].map(([kind, { four, odd }]) => ({ kind, ratio: Math.max(four / odd, odd / four) }))
    expect(ratios.length).toBeGreaterThan(40)
    expect(ratios.filter(({ ratio }) => ratio > 1.5)).toEqual([])
    // A person who knows the words must not find the odd one by never having seen it among the four.
    const onlyOdd = [...words].filter(([, { four, odd }]) => odd >= 10 && odd > 2 * four)
    expect(onlyOdd).toEqual([])
  }, 60_000)

  it('the explanation of an odd-one-out names the kind of the odd word and the kind of the others', () => {
    for (const level of verbalOddOneOut.levels) {
      const { question, key, radicals } = verbalOddOneOut.generate(createRng(`said/${level}`), level)
      const kindOf = (word: string) => [...categories, ...synonymSets].find(({ words }) => words.includes(word))!
      const four = question.options!.find(({ text }) => text !== radicals.odd)!.text!
      const odd = String(radicals.odd)
      expect(key.explanation).toBe(`Зайве слово — «${odd}»: це ${kindOf(odd).one}. Решта — ${kindOf(four).said}.`)
    }
  })

  it.each(['exam', 'training'] as const)(
    'the readers’ judgements of kinds leave out one word of an odd-one-out, and it is the odd one: %s',
    (partition) => {
      const rng = createRng('kinds')
      for (let i = 0; i < 700; i++) {
        const { question, radicals } = verbalOddOneOut.generate(rng, verbalOddOneOut.levels[i % 7]!, partition)
        const words = question.options!.map(({ text }) => text!)
        const left = words.filter((word) =>
          isLeftOut(
            word,
            words.filter((each) => each !== word),
          ),
        )
        expect(left).toEqual([radicals.odd])
      }
    },
  )

  it.each([
    ['гриф', 'a vulture among birds'],
    ['борт', 'a lorry has one'],
  ])('the lexicon has «%s» in more than one kind: %s', (word) => {
    const own = [...categories].filter((kind) => kind.words.includes(word) || kind.also.includes(word))
    expect(own.length).toBeGreaterThan(1)
  })

  it('isOdd finds one odd word in every odd-one-out, and it is the key', () => {
    for (const level of verbalOddOneOut.levels) {
      for (let i = 0; i < 80; i++) {
        const { question, key } = verbalOddOneOut.generate(createRng(`odd/${level}/${i}`), level)
        const words = question.options!.map(({ text }) => text!)
        const odd = words.filter((word) =>
          isOdd(
            word,
            words.filter((each) => each !== word),
          ),
        )
        expect(odd).toEqual([question.options!.find(({ id }) => id === key.right)!.text])
      }
    }
  })
})
