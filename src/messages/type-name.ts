const typeNames: Record<string, string> = { verbal: 'Вербальний', math: 'Математичний', logic: 'Логічний' }

/** The kind of a test in words; an unknown kind under its own name, '' without one. */
export const typeName = (type: string | null | undefined): string => typeNames[type ?? ''] ?? type ?? ''
