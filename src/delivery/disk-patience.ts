/**
 * A storage that has not answered by then counts as one that failed: some browsers never finish what was begun while a page
 * was being left, and the delivery of everything else would wait for it. Milliseconds.
 */
export const diskPatience = 10_000
