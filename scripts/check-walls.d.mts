export function findBreaches(projectRoot?: string): Promise<{ lines: string[]; files: number; imports: number }>
