export const PATRONI_PACKAGES: string
export function hasPatroni(): boolean
export function whyNoPatroni(): string | null
