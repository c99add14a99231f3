/** The least number of characters in a new password (S9.03). */
export const passwordMinLength = 8
/** Longer ones are refused with a sentence, never cut: argon2id would take them, a request of megabytes must not. */
export const passwordMaxLength = 128
/** The least number of characters in a feedback message (S9.03). */
export const feedbackMinLength = 10
/** The least and the greatest number of characters in what is said of a question. */
export const reportMinLength = 3
export const reportMaxLength = 1000
