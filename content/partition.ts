export const partitions = ['example', 'training', 'exam'] as const
export type Partition = (typeof partitions)[number]

/**
 * Every signature lies in exactly one partition: of its first hexadecimal digit, 0–1 are examples, 2–6 training, 7–f
 * exams. That digit is of the item's stem, so that a question seen in the open can never come in an exam, not even with
 * other options.
 */
export function partitionOf(signature: string): Partition {
  const digit = Number.parseInt(signature.charAt(0), 16)
  if (digit < 2) return 'example'
  return digit < 7 ? 'training' : 'exam'
}
