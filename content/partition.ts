export const partitions = ['example', 'training', 'exam'] as const
export type Partition = (typeof partitions)[number]

/** The first hexadecimal digits of each partition: the lowest, and how many. */
const digits: Record<Partition, readonly [number, number]> = { example: [0, 2], training: [2, 5], exam: [7, 9] }

/**
 * The partition of a signature, by its first hexadecimal digit: 0–1 are examples, 2–6 training, 7–f exams. That digit depends
 * only on what the item asks. So a published question never comes in an exam, not even with other options.
 */
export function partitionOf(signature: string): Partition {
  const digit = Number.parseInt(signature.charAt(0), 16)
  return partitions.find((each) => digit < digits[each][0] + digits[each][1]) as Partition
}

/** Moves a digest into a partition by its first digit: for an item whose words are dealt to it (`dealt-words.ts`). */
export function movedInto(partition: Partition, digest: string): string {
  const [first, count] = digits[partition]
  return (first + (Number.parseInt(digest.charAt(0), 16) % count)).toString(16) + digest.slice(1)
}
