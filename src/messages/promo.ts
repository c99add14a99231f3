export const promoTexts = {
  have: 'Є промокод?',
  label: 'Промокод',
  apply: 'Застосувати',
  remove: 'Прибрати промокод',
  failed: 'Не вдалося перевірити промокод. Спробуйте ще раз.',
  instead: (price: string) => `замість ${price}`,
  applied: (code: string) => `Промокод ${code} застосовано.`,
} as const
