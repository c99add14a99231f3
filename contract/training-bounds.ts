/**
 * Bounds of trainings of either kind, with the arithmetic in decision 0041. The server counts by these numbers, and sentences
 * for visitors name them.
 */
export const trainingBounds = {
  /** Trainings that one person may begin within an hour, over all their purchases. */
  anHour: 30,
  /** The same within 24 hours. */
  aDay: 60,
  /** Newest finished trainings of a purchase and kind that keep their review. Older ones keep their result. */
  keptWhole: 10,
} as const
