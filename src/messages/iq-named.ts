/** An IQ as it is named: where the estimate lies beyond what a paper can tell, the number is an end of the scale. */
export interface NamedIq {
  iq: number
  iq_open?: 'above' | 'below' | null | undefined
}

export function iqNamed({ iq, iq_open: open }: NamedIq): string {
  if (open === 'above') return `понад ${iq}`
  return open === 'below' ? `до ${iq}` : String(iq)
}
