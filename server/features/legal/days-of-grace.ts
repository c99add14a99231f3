/** Section 5 of the offer: days after payment in which the money is returned without a reason, if no exam was begun. */
export const daysOfGrace = 14
