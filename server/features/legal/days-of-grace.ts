/** Section 5 of the offer: so many days from payment the money is returned without a reason, if no exam was begun. */
export const daysOfGrace = 14
