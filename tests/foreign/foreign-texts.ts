import { type Answer, type Call, ok, refuse } from './exchange.ts'
import { purchase } from './foreign-exams.ts'

const test = {
  id: 12,
  slug: null,
  type: 'verbal',
  title: 'Словесний тест',
  summary: null,
  price: '149.00',
  currency: null,
  rating: 4.8,
  author: { id: 3, name: 'Редакція' },
}

const asEver = {
  status: null as string | null,
  expiration_date: null as string | null,
  test: 12 as unknown,
  expired: null as readonly object[] | null,
}

export function createTexts() {
  const seen = { feedback: [] as Record<string, unknown>[] }
  /** The shelf's one purchase, and expired ones. */
  const shelf = { ...asEver }
  const legal = (key: string, title: string, content: string) => (): Answer =>
    ok({ notification_count: null, expired: shelf.expired, [key]: { title, content, updated_by: 5 }, language: 'uk' })

  return {
    seen,
    shelf,
    startOver: () => void Object.assign(shelf, asEver),
    footer: (): Answer => ok({ phone_number: '+380 44 555 01 01', email: null, telegram: '@inshyi' }),
    availableTests: (): Answer => ok({ count: 1, next: null, previous: null, results: [test], facets: {} }),
    searchTests: ({ query }: Call): Answer => ok(test.title.includes(query.get('search') ?? '') ? [test] : []),
    ownedTests: (): Answer =>
      ok([
        {
          id: purchase,
          purchase_card_title: 'Словесний тест',
          expiration_date: shelf.expiration_date,
          test: shelf.test,
          status: shelf.status,
          created: '2026-01-01T00:00:00Z',
        },
      ]),
    testInfo: ({ id }: Call): Answer =>
      id === '12'
        ? ok({
            test_info: {
              content: '&lt;p&gt;Перевіряє <b>мовне</b> мислення.&lt;/p&gt;<img src="/media/verbal.png" alt="Приклад">',
              id: 12,
            },
          })
        : refuse(404, { detail: 'Not found.' }),
    privacyPolicy: legal('privacy_policy', 'Політика', '<h2>Дані</h2><p>Ми бережемо їх.</p>'),
    disclaimer: legal('disclaimer', 'Відмова', '&lt;p&gt;Без гарантій.&lt;/p&gt;'),
    newsletter: legal('agreement', 'Розсилка', 'Перший рядок\r\n\r\n\r\nдругий рядок'),
    offer: legal('offer', 'Оферта', '&amp;lt;p&amp;gt;Умови.&amp;lt;/p&amp;gt;'),
    feedback: ({ body }: Call): Answer => {
      if (String(body.message).includes('спам')) return refuse(400, { message: 'Таке ми не приймаємо' })
      seen.feedback.push(body)
      return { status: 201, json: { id: 8 } }
    },
  }
}
