const side = '[−(]*\\d+[²³)]*(?: [·:+−] \\(?\\d+[²³)]*)*'

/** Every «12 · 3 + 4 = 40» of a text, with the value of each side: what an explanation says is held to be true by tests. */
export function equationsIn(text: string): { said: string; sides: number[] }[] {
  const found = text.match(new RegExp(`${side}(?: = ${side})+`, 'g')) ?? []
  return found.map((said) => ({
    said,
    sides: said.split(' = ').map((each) => sumOf(each.replace(/\((.*?)\)/, bracketed))),
  }))
}

/** A bracket by its value; it stands first or last of a side, and holds no product. */
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
