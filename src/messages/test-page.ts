import { counted } from './plural.ts'

/** The page of one test and its purchase. */
export const testPageTexts = {
  about: 'Про тест',
  details: 'Детальна інформація про тест',
  detailsTitle: (title: string) => `Тест «${title}»`,
  price: 'Ціна',
  buy: 'Купити',
  beginFree: 'Почати безкоштовно',
  ownedTitle: 'Цей тест у вас уже є',
  ownedText: 'Тренуйтеся скільки завгодно або складайте екзамен.',
  usedUpTitle: 'Усі екзамени використано',
  usedUpText: 'Результати й тренування лишаються з вами. Щоб скласти екзамен ще раз, купіть тест знову.',
  usedUpFreeText: 'Результати й тренування лишаються з вами. Екзамени є в повних тестах.',
  terms: 'Купуючи, ви приймаєте',
  termsOffer: 'договір оферти',
  payment: 'Оплата відкриється на сторінці платіжного сервісу. Дані картки ми не бачимо й не зберігаємо.',
  refund: (days: number) => `${counted(days, 'день', 'дні', 'днів')} на повернення всієї суми,`,
  refundIf: 'якщо ви не почали жодного екзамену.',
  seller: (name: string, code: string) => `Продавець: ${name}, код ${code}.`,
  notCharged: 'Гроші не списано',
  purchaseFailed: 'Не вдалося оформити покупку. Спробуйте ще раз.',
  goingToPay: 'Переходимо до оплати…',
  failedTitle: 'Сторінка тесту не відкрилася',
  notFoundTitle: 'Такого тесту немає',
  notFoundText: 'Можливо, його зняли з продажу або в адресі помилка.',
} as const
