/** The least number of characters in a new password (S9.03). */
export const passwordMinLength = 8
/** Longer ones are refused with a sentence, never cut: argon2id would take them, but no request may have megabytes. */
export const passwordMaxLength = 128
/** The least number of characters in a feedback message (S9.03). */
export const feedbackMinLength = 10
export const reportMinLength = 3
export const reportMaxLength = 1000
