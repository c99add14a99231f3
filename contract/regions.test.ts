import { expect, it } from 'vitest'
import { inRegion, regionCodes } from './regions.ts'

it('inRegion names 27 regions as a sentence begins with them', () => {
  expect(regionCodes).toHaveLength(27)
  expect(['UA-32', 'UA-51', 'UA-26', 'UA-05', 'UA-30', 'UA-40', 'UA-43', 'UA-99', ''].map(inRegion)).toEqual([
    'У Київській області',
    'В Одеській області',
    'В Івано-Франківській області',
    'У Вінницькій області',
    'У Києві',
    'У Севастополі',
    'В Автономній Республіці Крим',
    null,
    null,
  ])
  const oblasts = regionCodes.map(inRegion).filter((words) => words!.endsWith('області'))
  expect(oblasts).toHaveLength(24)
  for (const words of oblasts) expect(words).toMatch(/^[УВ] [А-ЯІ][а-яії]+(-[А-ЯІ][а-яії]+)?ій області$/)
})
