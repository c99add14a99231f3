export const partitions = ['example', 'training', 'exam'] as const
export type Partition = (typeof partitions)[number]

/**
 * Every signature lies in exactly one partition: of its first hexadecimal digit, 0–1 are examples, 2–6 training, 7–f
 * exams. An item seen in the open can therefore never come in an exam.
 */
export function partitionOf(signature: string): Partition {
  const digit = Number.parseInt(signature.charAt(0), 16)
  if (digit < 2) return 'example'
  return digit < 7 ? 'training' : 'exam'
}
