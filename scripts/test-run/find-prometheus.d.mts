export function findPrometheus(): { promtool: string; server: string } | null
