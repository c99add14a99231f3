import { iqNamed, type NamedIq, type NamedScore, rangeNamed } from '#contract/iq-named.ts'
import { counted } from './messages.ts'

const paid = 'Оплачено'
const statusNames: Record<string, string> = {
  pending: 'Очікує оплати',
  paid,
  active: paid,
  failed: 'Оплата не пройшла',
  expired: 'Строк дії минув',
  refunded: 'Кошти повернено',
}

const hasRange = (score: Partial<NamedScore> & NamedIq): score is NamedScore =>
  score.low !== undefined && score.high !== undefined

export const purchaseTexts = {
  title: 'Мої тести',
  lead: 'Скільки екзаменів лишилося, до якого дня діє доступ і які результати.',
  /** `price`: of the order. A free one was not paid for. */
  status: (status: string, price?: number | null) => {
    const name = statusNames[status.toLowerCase()] ?? status
    return name === paid && price === 0 ? 'Безкоштовно' : name
  },
  attemptsLeft: (count: number) =>
    count === 0 ? 'Усі екзамени використано' : `Лишилося: ${counted(count, 'екзамен', 'екзамени', 'екзаменів')}`,
  validUntil: (moment: string) => `Діє до ${moment}`,
  exam: 'Скласти екзамен',
  continueExam: 'Продовжити екзамен',
  training: 'Пройти тренування',
  examRuns: 'Екзамен триває',
  lastResult: 'Останній результат',
  lastIq: 'Остання оцінка',
  /** An exam that is newer than the shown score. */
  newerWithout: 'Новіший екзамен, без оцінки IQ',
  /** Another server may send no interval. */
  lastScore: (score: NamedIq & Partial<NamedScore>) =>
    hasRange(score) ? `IQ ${iqNamed(score)} (${rangeNamed(score)})` : `IQ ${iqNamed(score)}`,
  lastCount: (correct: number, total: number) => `${correct} з ${total}`,
  certificates: 'Мої сертифікати',
  certificatesFailed: 'Не вдалося дізнатися про сертифікати.',
  /** In the words that are signed. */
  certificateIq: (iq: string) => `IQ ${iq}`,
  certificateInterval: (interval: string) => `Імовірний діапазон: ${interval}`,
  certificateShow: 'Показати QR-код',
  certificateVisit: 'Відкрити сторінку',
  certificateCode: 'QR-код з адресою сертифіката',
  certificateCodeUse:
    'Наведіть на код камеру іншого телефона: відкриється сторінка, яка показує, що сертифікат чинний.',
  buyMore: 'Усі тести',
  expiredTitle: 'Строк дії минув',
  expiredLead: 'Результати лишаються з вами. Щоб тренуватися й складати екзамени далі, купіть тест ще раз.',
  expiredAt: 'Діяв до',
  buyAgainOf: (title: string) => `Купити ще раз: ${title}`,
  empty: 'Тут поки порожньо',
  emptyLead: 'Оберіть тест, і він з’явиться на цій сторінці одразу після оплати.',
  chooseTest: 'Обрати тест',
  pay: 'Оплатити',
  cancel: 'Скасувати',
  cancelOf: (title: string) => `Скасувати замовлення «${title}»`,
  cancelSure: 'Так, скасувати',
  cancelSureOf: (title: string) => `Так, скасувати замовлення «${title}»`,
  cancelled: (title: string) => `Замовлення «${title}» скасовано.`,
  cancelFailed: 'Не вдалося скасувати замовлення. Спробуйте ще раз.',

  orderPendingTitle: 'Чекаємо на підтвердження оплати',
  orderPending: 'Платіжний сервіс повідомить нас за кілька секунд. Сторінку можна закрити: оплата не загубиться.',
  orderSlow: 'Підтвердження ще немає. Якщо ви закрили сторінку оплати, відкрийте її знову.',
  /** The order's payment page has closed, and the provider has not reported the outcome. */
  orderUnanswered:
    'Підтвердження ще немає, а сторінка оплати вже не діє. Щойно платіжний сервіс відповість, тест відкриється або замовлення закриється саме.',
  continuePayment: 'Повернутися до оплати',
  orderPaidTitle: 'Оплату отримано',
  yours: (title: string) => `Готово. «${title}» ваш`,
  allYours: (tests: number) => `Готово. ${counted(tests, 'тест ваш', 'тести ваші', 'тестів ваші')}`,
  orderPaid: 'Почніть із тренування: воно без годинника й не зараховується. Екзамен чекатиме на вас.',
  orderPaidAll: (titles: readonly string[]) =>
    `${titles.map((title) => `«${title}»`).join(', ')}: вони на цій сторінці. Оберіть, з якого почати.`,
  trainFirst: 'Потренуватися',
  examAtOnce: 'Одразу екзамен',
  orderFreeTitle: 'Тест ваш',
  orderFailedTitle: 'Оплата не пройшла',
  orderFailed: 'Гроші не списано. Можна спробувати ще раз.',
  orderCanBePaid: (title: string, price: string) =>
    `Гроші не списано. Замовлення збережено: «${title}», ${price}. Спробуйте ще раз цією чи іншою карткою.`,
  orderUnpaidTitle: 'Замовлення чекає на оплату',
  orderUnpaid: (title: string, price: string) => `«${title}», ${price}. Гроші ще не списано.`,
  payOnceMore: 'Спробувати оплатити ще раз',
  /** Mentions no money: the order may have been paid elsewhere. */
  payFailed: 'Не вдалося відкрити оплату. Спробуйте ще раз.',
  moneyHeldTitle: 'Гроші отримано, зараховуємо',
  moneyHeld: (title: string, price: string) =>
    `Банк уже списав ${price} за «${title}», але гроші ще не зараховано. Тест відкриється сам, щойно вони надійдуть. Платити ще раз не потрібно.`,
  moneyHeldOfBundle: (title: string, price: string) =>
    `Банк уже списав ${price} за «${title}», але гроші ще не зараховано. Тести відкриються самі, щойно вони надійдуть. Платити ще раз не потрібно.`,
  paymentCheckingTitle: 'Банк перевіряє платіж',
  paymentChecking: (title: string, price: string) =>
    `«${title}», ${price}. Якщо банк підтвердить платіж, доступ відкриється сам. Якщо відхилить або за сім днів нічого не вирішить, замовлення закриється: тоді оформіть його знову. Якщо гроші надійдуть пізніше, ми відкриємо тест або повернемо їх.`,
  orderExpiredTitle: 'Замовлення закрито',
  orderExpired: 'Його не оплатили, скасували або замінили новим. Якщо тест досі потрібен, оформіть замовлення ще раз.',
  orderRefundedTitle: 'Кошти повернено',
  orderRefunded: 'Оплату за це замовлення повернено.',
  orderLostTitle: 'Не вдалося дізнатися стан замовлення',
  orderLost: 'Ми спитаємо ще раз, щойно з’явиться зв’язок. Гроші не загубляться.',
  backToTest: 'До сторінки тесту',
  backToBundle: 'До сторінки комплекту',
  backToTests: 'До тестів',
} as const

/** The short form of the result page's note on scores by our first rules, for every place that shows such a score. */
export const tooNarrow = 'За нашими попередніми правилами: діапазон завузький.'
