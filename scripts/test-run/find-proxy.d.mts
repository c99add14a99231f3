export function findProxy(): string | null
