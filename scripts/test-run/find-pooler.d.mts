export function findPooler(): string | null
