/** The page of one test and its purchase. */
export const testPageTexts = {
  about: 'Про тест',
  details: 'Детальна інформація про тест',
  detailsTitle: (title: string) => `Тест «${title}»`,
  price: 'Ціна',
  buy: 'Купити',
  getFree: 'Отримати безкоштовно',
  ownedTitle: 'Цей тест у вас уже є',
  ownedText: 'Тренуйтеся скільки завгодно або складайте екзамен.',
  terms: 'Купуючи, ви приймаєте',
  termsOffer: 'договір оферти',
  payment: 'Оплата відкриється на сторінці платіжного сервісу. Дані картки ми не бачимо й не зберігаємо.',
  purchaseFailed: 'Не вдалося оформити покупку. Гроші не списано, спробуйте ще раз.',
  goingToPay: 'Переходимо до оплати…',
  failedTitle: 'Сторінка тесту не відкрилася',
  notFoundTitle: 'Такого тесту немає',
  notFoundText: 'Можливо, його зняли з продажу або в адресі помилка.',
} as const
