import { regionCodes, regions } from '#contract/regions.ts'

export const regionTexts = {
  label: 'Область (необов’язково)',
  isFor: 'Якщо під час екзамену там оголосять повітряну тривогу, запропонуємо зупинити годинник.',
  failed: 'Не вдалося зберегти область. Спробуйте ще раз.',
}

export const regionOptions = [
  { value: '', label: 'Не вказано' },
  ...regionCodes.map((code) => ({ value: code, label: regions[code] })),
]
