/** Several tests for one price. */
export const bundleTexts = {
  instead: (price: string) => `замість ${price} окремо`,
  buy: 'Придбати разом',
  /** Of what is bought together: each line is returned by itself. */
  apart: 'Кошти за тест, у якому ви не почали екзамену, повернемо й окремо: частку ціни комплекту.',
  overlap: (titles: string) =>
    `${titles}: уже у вас, і екзамени там ще є. Двічі той самий тест не продаємо, тому комплект зараз недоступний. Решту тестів можна купити окремо.`,
  link: (title: string, price: string) => `${title} · ${price}`,
  failed: 'Не вдалося оформити покупку. Спробуйте ще раз.',
} as const
