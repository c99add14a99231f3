const typeNames: Record<string, string> = { verbal: 'Вербальний', math: 'Математичний', logic: 'Логічний' }

/** The kind of a test; one that we do not know is shown as given, none as nothing. */
export const typeName = (type: string | null | undefined): string => typeNames[type ?? ''] ?? type ?? ''
