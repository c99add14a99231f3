/** What the rules are called that scores were made by before a score named its rules. Their intervals are too narrow. */
export const firstModel = '1'
