export function sleepsOf(source: string, filename: string): number[]
