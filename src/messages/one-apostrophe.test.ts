import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const places = [
  'contract',
  'content',
  'public',
  'scripts',
  'embedded-postgres',
  'server',
  'src',
  'sw',
  'index.html',
  'manifest.webmanifest',
]

/** The specification's sentences with another apostrophe, to the letter (S5.01 to S5.03). */
const binding = ["Старий пароль обов'язковий", "Новий пароль обов'язковий", "Підтвердження паролю обов'язкове"]

/** All but tests, and dictionaries for unpacking stored bytes, which never change. */
const isRead = (name: string) =>
  /[.](ts|tsx|mjs|html|json|webmanifest|svg)$/.test(name) &&
  !/[.]test[.]tsx?$/.test(name) &&
  !/(paper|submission)-formats\/[^/]*[.]json$/.test(name)

/** Every sign that people take for an apostrophe, except the one that we write. */
const another = /[а-яіїєґ](?:\\?['‘`´ʼ′]|&#39;|&apos;)(?=[а-яіїєґ])/giu

function otherApostrophes(text: string): string[] {
  const ours = binding.reduce((rest, sentence) => rest.replaceAll(sentence, ''), text)
  return [...ours.matchAll(another)].map(({ index }) => ours.slice(Math.max(0, index - 20), index + 20))
}

function files(place: string): string[] {
  if (place.includes('.')) return [place]
  return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter(isRead)
}

describe('the apostrophe', () => {
  it('every text for visitors has the apostrophe ’, except the sentences that the specification gives with another', () => {
    const read = places.flatMap(files)
    expect(read.length).toBeGreaterThan(500)
    const found = read.flatMap((name) =>
      otherApostrophes(readFileSync(path.join(root, name), 'utf8')).map((where) => `${name}: ${where}`),
    )
    expect(found).toEqual([])
  })

  it.each(["Пам'ять", String.raw`зв\'язок`, 'імʼя', 'об`єкт', 'п&#39;ять', "Електронна пошта обов'язкова"])(
    'the check finds a wrong apostrophe in %s',
    (text) => expect(otherApostrophes(text)).toHaveLength(1),
  )

  it.each([...binding, 'Пам’ять', "import { а } from 'я'"])('the check accepts the apostrophe in %s', (text) =>
    expect(otherApostrophes(text)).toEqual([]),
  )
})
