import type { InlineConfig } from 'vite'

export const workers: Record<string, string>
export const serverBundle: InlineConfig & { root: string }
