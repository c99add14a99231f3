import { drawFigure, type SvgElement } from '#contract/draw-figure.ts'
import type { Figure } from '#contract/figure.ts'
import type { AnswerValue, Option } from '#contract/question.ts'
import type { FoundReport } from './list-reports.ts'

type Drawn = Pick<FoundReport, 'id' | 'number' | 'words' | 'item' | 'mode' | 'seed' | 'createdAt'>

/**
 * Draws a report as a page of its own (HTML with SVG, no script, nothing fetched): the item as it was asked, with options
 * numbered from 1, the key, the explanation, and its author's words. All text is escaped: people wrote some of it.
 */
export function drawReport({ id, number, words, item, mode, seed, createdAt }: Drawn): string {
  const { question, key, family, difficulty, radicals, generator } = item
  const facts = {
    report: `${id}, ${createdAt.toISOString()}`,
    question: `${question.id} (${number}) of a paper for ${mode}, seed ${seed}`,
    family,
    difficulty: String(difficulty),
    radicals: JSON.stringify(radicals ?? null),
    generator: String(generator ?? 'unknown'),
  }
  return `<!doctype html>
<html lang="uk">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${family}: ${id}`)}</title>
<style>${style}</style>
<blockquote>${escaped(words)}</blockquote>
<p>${escaped(question.prompt)}</p>
${svgOf(question.figure, 'asked')}
${drawOptions(question.options ?? [], key.right)}
<h2>Ключ</h2>
<p>${escaped(rightOf(question.options ?? [], key.right))}</p>
<h2>Чому</h2>
<p>${escaped(key.explanation)}</p>
${svgOf(key.explanation_figure, 'explained')}
<dl>${Object.entries(facts)
    .map(([name, fact]) => `<dt>${name}</dt><dd>${escaped(fact)}</dd>`)
    .join('')}</dl>
</html>
`
}

const style = `
body { max-width: 640px; margin: 24px auto; padding: 0 16px; font: 1rem/1.5 sans-serif; color: #111; background: #fff }
p, blockquote { white-space: pre-line }
blockquote { margin: 0 0 24px; padding: 8px 16px; border-left: 4px solid #c60 }
svg { display: block; width: 300px; max-width: 100%; height: auto; overflow: visible }
li { margin: 8px 0; padding: 4px 8px } li svg { width: 96px }
.right { outline: 3px solid #070 }
dl { margin-top: 32px; font-size: 0.8125rem } dd { margin: 0 0 0.5rem; overflow-wrap: anywhere }
.strokeInk, .strokeDashed { stroke: #111; stroke-width: 2 } .strokeDashed { stroke-dasharray: 5 5 }
.outline { stroke: #111; stroke-width: 2.8; stroke-linejoin: round }
.none { fill: none } .light { fill: #ddd } .mid { fill: #888 } .ink { fill: #111 }
.text { fill: #111; text-anchor: middle; dominant-baseline: central }`

function drawOptions(options: readonly Option[], right: AnswerValue): string {
  if (options.length === 0) return ''
  const rights = [right].flat()
  const rows = options.map(({ id, text, figure }, place) => {
    const look = rights.includes(id) ? ' class="right"' : ''
    return `<li${look}>${figure ? svgOf(figure, `option${place}`) : escaped(text ?? '')}</li>`
  })
  return `<ol>${rows.join('')}</ol>`
}

/** The places of right options and what they say, or the answers to type. */
function rightOf(options: readonly Option[], right: AnswerValue): string {
  return [right]
    .flat()
    .map((value) => {
      const place = options.findIndex(({ id }) => id === value)
      const option = options[place]
      return option === undefined ? value : `${place + 1}. ${option.text ?? option.figure?.alt ?? ''}`
    })
    .join('\n')
}

function svgOf(figure: Figure | null | undefined, id: string): string {
  if (!figure) return ''
  const drawn = drawFigure(figure, id).map(drawElement).join('')
  return `<svg viewBox="0 0 ${figure.width} ${figure.height}" role="img" aria-label="${escaped(figure.alt)}">${drawn}</svg>`
}

function drawElement({ name, attributes, look, content = '' }: SvgElement): string {
  const all = Object.entries({ ...attributes, ...(look.length > 0 && { class: look.join(' ') }) })
  const said = all.map(([attribute, value]) => ` ${svgNames[attribute] ?? attribute}="${escaped(String(value))}"`)
  const inside = typeof content === 'object' ? drawElement(content) : escaped(content)
  return `<${name}${said.join('')}>${inside}</${name}>`
}

const svgNames: Record<string, string> = { fontSize: 'font-size' }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
}
