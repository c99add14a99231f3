import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { availableTests } from './catalog.ts'
import { examResultsStatus, openExam, submitExam, submitExamWithoutKey } from './exam.ts'
import { privacyPolicy } from './legal.ts'
import { listNotifications } from './notification.ts'
import { updateProfile } from './profile-change.ts'
import { ownedTests } from './purchase.ts'
import { Done } from './scalars.ts'

const parse = <S extends z.ZodMiniType>(schema: S, json: unknown) => z.safeParse(schema, json).data

describe('a reply of another server', () => {
  it('the contract accepts another server’s bare list of rows, with integer ids, nulls and odd values of our fields', () => {
    const tests = parse(availableTests.response, [
      { id: 7, slug: null, type: null, title: 'Тест', price: '149.00', question_count: 'many', rating: 5 },
    ])
    expect(tests?.results).toMatchObject([{ id: '7', slug: null, title: 'Тест', price: null, question_count: null }])
    const owned = parse(ownedTests.response, [{ id: 7, purchase_card_title: 'Тест', test: 3, expiration_date: null }])
    expect(owned?.results).toMatchObject([{ id: '7', test: null }])
  })

  it('the contract accepts any JSON, or null, as another server’s word that something was done', () => {
    for (const json of [null, [], 'ok', { success: true }, { detail: ['ok'] }]) expect(parse(Done, json)).toBeDefined()
    expect(parse(Done, { detail: 'Збережено' })).toEqual({ detail: 'Збережено' })
    expect(parse(updateProfile.response, { success: true })).toBeDefined()
    expect(parse(updateProfile.response, null)).toBeDefined()
  })

  it('the contract reads a profile field in an unknown form as null, and keeps the other fields', () => {
    const json = { first_name: 'Оля', gender: 1, region: 'Київ', age: 35, email: null }
    const odd = { gender: null, region: null, age: null, email: null }
    expect(parse(updateProfile.response, json)).toMatchObject({ first_name: 'Оля', ...odd })
  })

  it('the contract keeps another server’s legal text although the fields next to it are malformed', () => {
    const json = { privacy_policy: { title: null, content: 'Текст', version: 3 }, expired: [{ id: null }] }
    expect(parse(privacyPolicy.response, json)).toMatchObject({ privacy_policy: { content: 'Текст' }, expired: null })
  })

  it('the contract accepts an expired purchase without its day, together with a complete one', () => {
    const expiredRow = { id: 1, purchase_card_title: 'Тест', expiration_date: '2025-03-05' }
    const json = { privacy_policy: null, expired: [{ ...expiredRow, id: 2, expiration_date: null }, expiredRow] }
    expect(parse(privacyPolicy.response, json)?.expired).toEqual([
      { ...expiredRow, id: '2', expiration_date: null },
      { ...expiredRow, id: '1' },
    ])
  })

  it('the contract accepts a list of notifications without a count of the unread ones', () => {
    const list = { results: [{ id: 1, title: null, message: 'Вітаємо', read_at: false, additional_data: [] }] }
    expect(parse(listNotifications.response, list)).toMatchObject({
      results: [{ id: '1', title: '', message: 'Вітаємо', read_at: null, additional_data: null }],
    })
  })

  it('the contract takes a question without a kind for one of a single choice, and an unknown figure for no figure', () => {
    const questions = [{ id: 1, kind: null, prompt: '2 + 2', figure: '/media/1.png', options: [{ id: 5, text: '4' }] }]
    expect(parse(openExam.response, { questions, test: 12 })).toMatchObject({
      questions: [{ id: '1', kind: 'single', figure: null, options: [{ id: '5' }] }],
      test: null,
    })
  })

  it('[S4.20] the contract accepts a final result of any form, but not of a submission with a key', () => {
    expect(parse(examResultsStatus.response, { correct: 5 })).toMatchObject({ status: 'completed', correct: 5 })
    expect(parse(submitExamWithoutKey.response, { grade: 'A' })).toMatchObject({ status: 'completed' })
    expect(parse(submitExam.response, { grade: 'A' })).toBeUndefined()
    for (const nothing of [null, [], '']) expect(parse(submitExamWithoutKey.response, nothing)).toBeUndefined()
  })
})

describe('a reply of our own server', () => {
  it('the contract refuses a row of our own server with a wrong price, slug or title', () => {
    const test = { id: '1', slug: 'a', type: 'math', title: 'Т', price: 14_900, currency: 'UAH' }
    const list = { count: 1, next: null, previous: null, results: [test] }
    expect(z.encode(availableTests.response, list)).toEqual(list)
    for (const wrong of [{ price: -1 }, { slug: 5 }, { title: null }]) {
      const row = { ...test, ...wrong } as typeof test
      expect(z.safeEncode(availableTests.response, { results: [row] }).success).toBe(false)
    }
  })
})
