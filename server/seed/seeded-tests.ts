import type { Blueprint } from '#content/blueprint.ts'
import * as blueprints from '#content/blueprints.ts'
import { testInfo } from './test-info.ts'

/** A seeded test. `price` is in kopiykas. */
export interface SeededTest {
  slug: string
  type: 'verbal' | 'math' | 'logic'
  title: string
  summary: string
  infoHtml: string
  durationMinutes: number
  price: number
  examAttempts: number
  validityDays: number
  blueprint: Blueprint
  /** Search words that the title does not have. */
  keywords: string
}

const full = { examAttempts: 2, validityDays: 365 }
const sample = { price: 0, examAttempts: 3, validityDays: 365 }

/** In the shop's order. */
export const seededTests: readonly SeededTest[] = [
  {
    ...full,
    slug: 'verbalnij',
    type: 'verbal',
    title: 'Вербальний тест IQ',
    summary: 'Аналогії, зайве слово, висновки з умов: як точно ви мислите словами.',
    infoHtml: testInfo.verbal,
    durationMinutes: 30,
    price: 149_00,
    blueprint: blueprints.verbalTest,
    keywords: 'слова мова словесний аналогії зайве слово лексика синоніми зв’язки висновки міркування',
  },
  {
    ...full,
    slug: 'abstraktnij',
    type: 'math',
    title: 'Математичний тест IQ',
    summary: 'Ряди чисел і літер, таблиці: як ви знаходите правило, за яким їх складено.',
    infoHtml: testInfo.math,
    durationMinutes: 40,
    price: 149_00,
    blueprint: blueprints.mathTest,
    keywords: 'абстрактний числа числовий ряд літери буквений таблиця математика рахунок закономірності',
  },
  {
    ...full,
    slug: 'logichnij',
    type: 'logic',
    title: 'Логічний тест IQ',
    summary: 'Матриці, аналогії фігур, задачі на порядок: як ви виводите нове з того, що бачите.',
    infoHtml: testInfo.logic,
    durationMinutes: 45,
    price: 199_00,
    blueprint: blueprints.logicTest,
    keywords: 'логіка фігури матриці равена аналогії латинський квадрат порядок висновки просторове мислення',
  },
  {
    ...sample,
    slug: 'verbalnij-proba',
    type: 'verbal',
    title: 'Вербальний тест: проба',
    summary: 'Шість завдань зі словами безкоштовно: подивіться, як усе влаштовано.',
    infoHtml: testInfo.verbalSample,
    durationMinutes: 8,
    blueprint: blueprints.verbalSample,
    keywords: 'безкоштовно безплатно слова мова аналогії зайве слово висновки',
  },
  {
    ...sample,
    slug: 'abstraktnij-proba',
    type: 'math',
    title: 'Математичний тест: проба',
    summary: 'Шість завдань із числами й літерами безкоштовно: подивіться, як усе влаштовано.',
    infoHtml: testInfo.mathSample,
    durationMinutes: 10,
    blueprint: blueprints.mathSample,
    keywords: 'безкоштовно безплатно абстрактний числа ряд математика',
  },
  {
    ...sample,
    slug: 'logichnij-proba',
    type: 'logic',
    title: 'Логічний тест: проба',
    summary: 'Шість завдань із фігурами та умовами безкоштовно: подивіться, як усе влаштовано.',
    infoHtml: testInfo.logicSample,
    durationMinutes: 10,
    blueprint: blueprints.logicSample,
    keywords: 'безкоштовно безплатно логіка фігури матриці порядок',
  },
]
