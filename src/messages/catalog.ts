import { counted } from './messages.ts'

export const catalogTexts = {
  title: 'Тести',
  filterLabel: 'Вид тесту',
  all: 'Усі',
  questions: (count: number) => counted(count, 'запитання', 'запитання', 'запитань'),
  minutes: (count: number) => counted(count, 'хвилина', 'хвилини', 'хвилин'),
  attempts: (count: number) => counted(count, 'екзамен', 'екзамени', 'екзаменів'),
  validity: (days: number) => `доступ ${counted(days, 'день', 'дні', 'днів')}`,
  details: 'Докладніше',
  detailsOf: (title: string) => `Докладніше про тест «${title}»`,
  open: 'Обрати',
  openFree: 'Спробувати',
  forFree: 'безкоштовно',
  fullTest: 'повний тест',
  fullFrom: (price: string) => `Повні тести від ${price}`,
  openOwned: 'До моїх тестів',
  buyAgain: 'Купити ще раз',
  /** For paid and free tests alike. */
  owned: 'Тест ваш',
  search: 'Пошук тесту',
  searchHint: 'Наприклад, логіка',
  filters: {
    price_max: {
      label: 'Ціна',
      options: [
        { value: '', label: 'Будь-яка' },
        { value: '0', label: 'Безкоштовні' },
        { value: '15000', label: 'До 150\u00a0₴' },
        { value: '20000', label: 'До 200\u00a0₴' },
      ],
    },
    owned: {
      label: 'Покупка',
      options: [
        { value: '', label: 'Усі' },
        { value: 'false', label: 'Ще не куплені' },
        { value: 'true', label: 'Уже куплені' },
      ],
    },
    ordering: {
      label: 'Порядок',
      options: [
        { value: '', label: 'Як радимо' },
        { value: 'price', label: 'Спершу дешевші' },
        { value: '-price', label: 'Спершу дорожчі' },
        { value: 'duration', label: 'Спершу коротші' },
        { value: 'title', label: 'За назвою' },
      ],
    },
  },
  moreFilters: 'Ціна, покупка, порядок',
  searchAndFilters: 'Пошук, ціна, порядок',
  found: (count: number) => `Знайдено: ${counted(count, 'тест', 'тести', 'тестів')}`,
  empty: 'Тестів поки немає',
  emptyLead: 'Загляньте трохи згодом.',
  emptySearch: 'Нічого не знайшлося',
  emptySearchLead: 'Спробуйте інше слово або приберіть частину умов.',
  showAll: 'Показати всі тести',
  backToTests: 'Усі тести',
  toCabinet: 'Мій кабінет',
} as const

export const bundleTexts = {
  instead: (price: string) => `замість ${price} окремо`,
  link: (title: string, price: string) => `${title} · ${price}`,
  /** The rest of a bundle, for the difference (decision 0143). */
  rest: (count: number, price: string) => `Додайте ще ${counted(count, 'тест', 'тести', 'тестів')} за ${price}`,
  restUntil: (moment: string) => `Те, що ви вже заплатили, враховано. Діє до ${moment}.`,
} as const

export const bundlePageTexts = {
  kind: 'Комплект',
  lead: (count: number, spared: string) =>
    `${counted(count, 'тест', 'тести', 'тестів')} одним платежем, на ${spared} дешевше, ніж окремо.`,
  about: 'Що в комплекті',
  apartFor: (price: string) => `Окремо: ${price}`,
  /** Each test of a bundle can be returned on its own. */
  apart: 'Тест, у якому ви не почали екзамену, можна повернути й окремо: повернемо його частку ціни комплекту.',
  ownedTitle: 'Тести з цього комплекту у вас уже є',
  overlapTitle: (titles: string) => `У вас уже є ${titles}`,
  overlap:
    'Там ще лишилися екзамени. Того самого тесту двічі не продаємо, тож решту тестів можна купити окремо, а весь комплект — коли ці екзамени буде використано.',
  share: 'Поділитися комплектом',
  failedTitle: 'Сторінка комплекту не відкрилася',
  notFoundTitle: 'Такого комплекту зараз немає',
  notFoundText: 'Можливо, його зняли з продажу або в адресі помилка. Тести можна купити й по одному.',
} as const

/** The test that a guest chose or has tried already, on pages that ask for an account. */
export const chosenTestTexts = {
  label: 'Ви обрали',
  triedLabel: 'На вас чекає розбір',
  /** The name of a trial whose test is unknown. */
  tried: 'Безкоштовна проба',
  /** For the trial of six questions on the landing page. */
  kept: (given: number) => `${counted(given, 'відповідь', 'відповіді', 'відповідей')} на цьому пристрої`,
  whyTried: 'Розбір з правильними відповідями й поясненнями відкриється, щойно ви зареєструєтеся або ввійдете.',
  whyFree: 'Обліковий запис потрібен, щоб відповіді й результат збереглися за вами. Картка не потрібна.',
  why: 'Обліковий запис потрібен, щоб тест, відповіді й результат збереглися за вами.',
  whyBundle: 'Обліковий запис потрібен, щоб тести, відповіді й результати збереглися за вами.',
} as const
