import type { AttributeRule } from './attribute-rules.ts'
import type { Attribute } from './cell.ts'

/** The name of each attribute, at the beginning of a sentence. */
export const attributeWords: Record<Attribute['name'], string> = {
  count: 'Кількість фігур',
  shape: 'Форма',
  fill: 'Заливка',
  size: 'Розмір',
  kind: 'Вид фігури',
  turn: 'Напрям',
  place: 'Місце точки',
  side: 'Відображення',
}

/** «The same», in the gender of the attribute. */
export const theSame: Record<Attribute['name'], string> = {
  count: 'та сама',
  shape: 'та сама',
  fill: 'та сама',
  size: 'той самий',
  kind: 'той самий',
  turn: 'той самий',
  place: 'те саме',
  side: 'те саме',
}

/** Fills have no numbers, so the text says their order. */
const fillsInOrder = ' (за густотою: порожня, крапчаста, смугаста, суцільна)'

/** One attribute's rule as a sentence of an explanation. `isByRow`: a constant holds in each row by itself. */
export function saidRule(attribute: Attribute['name'], rule: AttributeRule['name'], isByRow: boolean): string {
  const what = attributeWords[attribute]
  switch (rule) {
    case 'constant':
      if (isByRow) return `${what} в кожному рядку не змінюється.`
      return `${what} всюди ${theSame[attribute]}.`
    case 'progression':
      return `${what} у кожному рядку змінюється зліва направо на той самий крок${attribute === 'fill' ? fillsInOrder : ''}.`
    case 'distribution':
      return `${what}: у кожному рядку є ті самі три значення, кожне по одному разу.`
    case 'sum':
      return `${what}: у третій клітинці стільки, скільки в перших двох разом.`
    case 'difference':
      return `${what}: у третій клітинці стільки, на скільки в першій більше, ніж у другій.`
  }
}
