/** The 27 regions of Ukraine by their ISO 3166-2 codes, in alphabetical order. */
export const regions = {
  'UA-43': 'Автономна Республіка Крим',
  'UA-05': 'Вінницька область',
  'UA-07': 'Волинська область',
  'UA-12': 'Дніпропетровська область',
  'UA-14': 'Донецька область',
  'UA-18': 'Житомирська область',
  'UA-21': 'Закарпатська область',
  'UA-23': 'Запорізька область',
  'UA-26': 'Івано-Франківська область',
  'UA-30': 'Київ',
  'UA-32': 'Київська область',
  'UA-35': 'Кіровоградська область',
  'UA-09': 'Луганська область',
  'UA-46': 'Львівська область',
  'UA-48': 'Миколаївська область',
  'UA-51': 'Одеська область',
  'UA-53': 'Полтавська область',
  'UA-56': 'Рівненська область',
  'UA-40': 'Севастополь',
  'UA-59': 'Сумська область',
  'UA-61': 'Тернопільська область',
  'UA-63': 'Харківська область',
  'UA-65': 'Херсонська область',
  'UA-68': 'Хмельницька область',
  'UA-71': 'Черкаська область',
  'UA-77': 'Чернівецька область',
  'UA-74': 'Чернігівська область',
} as const
export type Region = keyof typeof regions
export const regionCodes = Object.keys(regions) as Region[]

const cases: Partial<Record<Region, string>> = {
  'UA-43': 'В Автономній Республіці Крим',
  'UA-30': 'У Києві',
  'UA-40': 'У Севастополі',
}

/** The beginning of a sentence, as «У Київській області»; null for an unknown code. */
export function inRegion(code: string): string | null {
  const name: string | undefined = regions[code as Region]
  if (name === undefined) return null
  return cases[code as Region] ?? `${/^[ОІ]/.test(name) ? 'В' : 'У'} ${name.replace('а область', 'ій області')}`
}
