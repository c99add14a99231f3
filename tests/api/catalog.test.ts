import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tests } from '../../server/db/schema/catalog.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'

let server: TestServer
let guest: Person
let owner: Person
let ownedId: string
beforeAll(async () => {
  server = await startTestServer()
  guest = new Person(server)
  owner = await newcomer(server)
  ownedId = await givePurchase(server, owner, 'logichnij')
})
afterAll(() => server.close())

const slugs = (reply: { body: any }) => reply.body.results.map(({ slug }: { slug: string }) => slug)
const all = ['verbalnij', 'abstraktnij', 'logichnij', 'verbalnij-proba', 'abstraktnij-proba', 'logichnij-proba']

describe('available tests', () => {
  it('[S1.02] a guest sees verbal, math and logic tests, each with its free sample', async () => {
    const reply = await guest.get('/api/available-tests/')
    expect(slugs(reply)).toEqual(all)
    expect(new Set(reply.body.results.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['verbal', 'math', 'logic']),
    )
  })

  it('[S1.03] [S7.21] the list of tests shows every price in kopiykas, 0 for each free sample, and shows a guest no purchase', async () => {
    const { body } = await guest.get('/api/available-tests/?slug=logichnij')
    expect(body).toMatchObject({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          slug: 'logichnij',
          question_count: 30,
          duration_minutes: 45,
          price: 19_900,
          currency: 'UAH',
          exam_attempts: 2,
          validity_days: 365,
          owned_purchase_id: null,
        },
      ],
    })
    const { body: whole } = await guest.get('/api/available-tests/')
    const prices = whole.results.map(({ slug, price }: { slug: string; price: number }) => [slug, price])
    expect(Object.fromEntries(prices)).toEqual({
      verbalnij: 14_900,
      abstraktnij: 14_900,
      logichnij: 19_900,
      'verbalnij-proba': 0,
      'abstraktnij-proba': 0,
      'logichnij-proba': 0,
    })
  })

  it('the list of tests names the caller’s own purchase, and not that of another person', async () => {
    const { body } = await owner.get('/api/available-tests/?slug=logichnij')
    expect(body.results[0].owned_purchase_id).toBe(ownedId)
    const stranger = await newcomer(server)
    expect((await stranger.get('/api/available-tests/?slug=logichnij')).body.results[0].owned_purchase_id).toBeNull()
  })

  it.each([
    ['type=math', ['abstraktnij', 'abstraktnij-proba']],
    ['slug=verbalnij', ['verbalnij']],
    ['price_max=0', all.slice(3)],
    ['price_min=15000', ['logichnij']],
    ['price_min=1&price_max=15000', ['verbalnij', 'abstraktnij']],
    ['type=logic&price_min=1', ['logichnij']],
    ['type=nothing', []],
  ])('[S3.08] the list of tests is narrowed by %s', async (query, expected) => {
    expect(slugs(await guest.get(`/api/available-tests/?${query}`))).toEqual(expected)
  })

  it.each([
    'colour=red',
    'price_min=cheap',
    'price_max=-1',
    'price_max=1e9999',
    'limit=0',
    'limit=-5',
    'limit=many',
    'cursor=nonsense',
    'ordering=password',
    'ordering=constructor',
    'ordering=-',
    'owned=perhaps',
    'owned=true',
    'type=&slug=&price_min=',
  ])('[S3.08] the list of tests for a guest is not narrowed by %s', async (query) => {
    const reply = await guest.get(`/api/available-tests/?${query}`)
    expect([reply.status, slugs(reply)]).toEqual([200, all])
  })

  it('the list of tests for a signed-in caller is narrowed by owned', async () => {
    expect(slugs(await owner.get('/api/available-tests/?owned=true'))).toEqual(['logichnij'])
    expect(slugs(await owner.get('/api/available-tests/?owned=false'))).toHaveLength(5)
  })

  it('the list of tests is ordered by price, by duration, and by title in the Ukrainian alphabet', async () => {
    expect(slugs(await guest.get('/api/available-tests/?ordering=-price'))[0]).toBe('logichnij')
    expect(slugs(await guest.get('/api/available-tests/?ordering=duration'))[0]).toBe('verbalnij-proba')
    const byTitle = await guest.get('/api/available-tests/?ordering=title')
    const titles = byTitle.body.results.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('uk').compare))
  })

  it('[S3.08] the list of tests puts titles with ґ є і ї into their places, in both directions', async () => {
    const { db } = server.services
    const [sample] = await db.select().from(tests).where(eq(tests.slug, 'logichnij'))
    const { id: _id, ...copy } = sample!
    const letters = ['Я', 'І', 'Ґ', 'Й', 'Д', 'Ї', 'Е', 'Г', 'И', 'Є', 'Ж']
    await db
      .insert(tests)
      .values(letters.map((title) => ({ ...copy, title, type: 'letters', slug: `letter-${title}` })))
    const titles = async (ordering: string) => {
      const { body } = await guest.get(`/api/available-tests/?type=letters&ordering=${ordering}`)
      return body.results.map(({ title }: { title: string }) => title).join('')
    }
    expect([await titles('title'), await titles('-title')]).toEqual(['ГҐДЕЄЖИІЇЙЯ', 'ЯЙЇІИЖЄЕДҐГ'])
    await db.delete(tests).where(eq(tests.type, 'letters'))
  })

  it('the list of tests comes in pages whose addresses keep the filters', async () => {
    const first = await guest.get('/api/available-tests/?price_max=0&limit=2')
    expect([first.body.count, slugs(first), first.body.previous]).toEqual([3, all.slice(3, 5), null])
    const second = await guest.get(first.body.next)
    expect([slugs(second), second.body.next]).toEqual([all.slice(5), null])
    expect(slugs(await guest.get(second.body.previous))).toEqual(slugs(first))
  })

  it.each(['', '&ordering=-price', '&ordering=title', '&ordering=-duration'])(
    'pages of the list with %j have each test once, forwards and backwards, while another test is added',
    async (ordering) => {
      const { db } = server.services
      const whole = slugs(await guest.get(`/api/available-tests/?limit=50${ordering}`))
      const [sample] = await db.select().from(tests).where(eq(tests.slug, 'verbalnij'))
      const forth = [await guest.get(`/api/available-tests/?limit=2${ordering}`)]
      // The new test comes first in each of these orders.
      const { id: _id, ...copy } = sample!
      await db
        .insert(tests)
        .values({ ...copy, slug: 'later', title: 'А', price: 99_999, durationMinutes: 999, position: -1 })
      while (forth.at(-1)!.body.next !== null) forth.push(await guest.get(forth.at(-1)!.body.next))
      const back = [forth.at(-1)!]
      while (back[0]!.body.previous !== null) back.unshift(await guest.get(back[0]!.body.previous))
      await db.delete(tests).where(eq(tests.slug, 'later'))
      expect(forth.flatMap(slugs)).toEqual(whole)
      expect(back.flatMap(slugs).filter((slug) => slug !== 'later')).toEqual(whole)
      expect(back.flatMap(slugs)).toContain('later')
    },
  )

  it.each(['type=%00', 'slug=%00', 'cursor=%00', 'type[]=a', 'type=a&type=b', `slug=${'x'.repeat(5000)}`])(
    'the list of tests never answers %s with a status of 500 or above',
    async (query) => {
      expect((await guest.get(`/api/available-tests/?${query}`)).status).toBeLessThan(500)
    },
  )
})

describe('search', () => {
  it.each([
    ['матриці', ['logichnij', 'logichnij-proba']],
    ['МАТРИЦІ ФІГУР', ['logichnij', 'logichnij-proba']],
    ['звʼязки', ['verbalnij']],
    ['зв’язки', ['verbalnij']],
    ["ЗВ'ЯЗКИ", ['verbalnij']],
    ['звязки', ['verbalnij']],
    ['вебральний', ['verbalnij', 'verbalnij-proba']],
    ['безкоштовно числа', ['abstraktnij-proba']],
    ['кулінарія', []],
  ])('[S7.23] a search for %j finds the tests that fit', async (search, expected) => {
    expect(slugs(await guest.get(`/api/search-tests/?${new URLSearchParams({ search })}`))).toEqual(expected)
  })

  it('[S3.08] a search takes the price filter of the list of tests', async () => {
    expect(slugs(await guest.get('/api/search-tests/?search=фігури&price_max=0'))).toEqual(['logichnij-proba'])
  })

  it.each(['', ' ', '%25', '_', "'", '%00'])(
    'a search for %j, which holds no letter, finds all tests',
    async (search) => {
      expect(slugs(await guest.get(`/api/search-tests/?search=${search}`))).toEqual(all)
    },
  )
})

describe('test information', () => {
  it.each([
    ['verbal', 'verbalnij'],
    ['math', 'abstraktnij'],
    ['logic', 'logichnij'],
  ])(
    '[S7.40] the information of the %s test is found by the slug %s, and by the id of the test',
    async (type, slug) => {
      const reply = await guest.get(`/api/test-info/?slug=${slug}`)
      expect(reply.body.test_info.content).toMatch(/^<h2>Які завдання<\/h2>/)
      const [test] = (await guest.get(`/api/available-tests/?slug=${slug}`)).body.results
      expect(test.type).toBe(type)
      expect((await guest.get(`/api/test-info/${test.id}/`)).body).toEqual(reply.body)
    },
  )

  it('[S3.12] [S7.30] the information of a test is found by its slug in the place of an id too', async () => {
    expect((await guest.get('/api/test-info/logichnij/')).body.test_info.title).toBe('Логічний тест IQ')
  })

  it.each([
    '/api/test-info/nope/',
    '/api/test-info/?slug=nope',
    '/api/test-info/00000000-0000-4000-8000-000000000000/',
    '/api/test-info/?slug=%00',
  ])('[S8.21] the information of an unknown test is 404 at %s', async (address) => {
    const reply = await guest.get(address)
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  })
})
