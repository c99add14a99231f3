const side = '[−(]*\\d+[²³)]*(?: [·:+−] \\(?\\d+[²³)]*)*'

/** Every «12 · 3 + 4 = 40» in a text, with the value of each side. Tests check by it that explanations are true. */
export function equationsIn(text: string): { said: string; sides: number[] }[] {
  const found = text.match(new RegExp(`${side}(?: = ${side})+`, 'g')) ?? []
  return found.map((said) => ({
    said,
    sides: said.split(' = ').map((each) => sumOf(each.replace(/\((.*?)\)/, bracketed))),
  }))
}

/** Replaces a bracket by its value. It is the first or last part of a side and contains no product. */
const bracketed = (_: string, inner: string) => String(sumOf(inner)).replace('-', '−')

function sumOf(said: string): number {
  const terms = said.split(/ (?=[+−] )/)
  return terms.reduce((sum, term) => {
    const [, sign, product] = term.match(/^([+−] )?(.*)$/) as unknown as [string, string | undefined, string]
    return sum + (sign === '− ' ? -1 : 1) * productOf(product)
  }, 0)
}

function productOf(said: string): number {
  const [first, ...rest] = said.split(/ (?=[·:] )/) as [string, ...string[]]
  return rest.reduce((product, factor) => {
    const by = powerOf(factor.slice(2))
    return factor.startsWith('·') ? product * by : product / by
  }, powerOf(first))
}

function powerOf(said: string): number {
  const base = Number(said.replace('−', '-').replace(/[²³]/, ''))
  return base ** (said.endsWith('²') ? 2 : said.endsWith('³') ? 3 : 1)
}
