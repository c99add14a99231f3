import type { Figure, Shape } from '#contract/figure.ts'
import type { AnswerValue, Option } from '#contract/question.ts'
import type { FoundReport } from './list-reports.ts'

/** What a drawing of a report says of it. */
type Drawn = Pick<FoundReport, 'id' | 'number' | 'words' | 'item' | 'mode' | 'seed' | 'createdAt'>

/**
 * A report as a page of its own (HTML with SVG, no script, nothing fetched): the item as it was asked, with options numbered
 * from 1, the key, the explanation, and what its author says. All text is escaped: people wrote some of it.
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
${drawFigure(question.figure)}
${drawOptions(question.options ?? [], key.right)}
<h2>Ключ</h2>
<p>${escaped(rightOf(question.options ?? [], key.right))}</p>
<h2>Чому</h2>
<p>${escaped(key.explanation)}</p>
${drawFigure(key.explanation_figure)}
<dl>${Object.entries(facts)
    .map(([name, fact]) => `<dt>${name}</dt><dd>${escaped(fact)}</dd>`)
    .join('')}</dl>
</html>
`
}

const style = `
body { max-width: 640px; margin: 24px auto; padding: 0 16px; font: 16px/1.5 sans-serif; color: #111; background: #fff }
p, blockquote { white-space: pre-line }
blockquote { margin: 0 0 24px; padding: 8px 16px; border-left: 4px solid #c60 }
svg { display: block; width: 300px; max-width: 100%; height: auto; overflow: visible }
li { margin: 8px 0; padding: 4px 8px } li svg { width: 96px }
.right { outline: 3px solid #070 }
dl { margin-top: 32px; font-size: 13px } dd { margin: 0 0 8px; overflow-wrap: anywhere }
svg * { stroke: #111; stroke-width: 2 } .dashed { stroke-dasharray: 5 5 } .bare { stroke: none }
.none { fill: none } .light { fill: #ddd } .mid { fill: #888 } .ink { fill: #111 }
text { stroke: none; fill: #111; text-anchor: middle; dominant-baseline: central }`

function drawOptions(options: readonly Option[], right: AnswerValue): string {
  if (options.length === 0) return ''
  const rights = [right].flat()
  const rows = options.map(({ id, text, figure }) => {
    const look = rights.includes(id) ? ' class="right"' : ''
    return `<li${look}>${figure ? drawFigure(figure) : escaped(text ?? '')}</li>`
  })
  return `<ol>${rows.join('')}</ol>`
}

/** Of options their places, with what they say. */
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

function drawFigure(figure: Figure | null | undefined): string {
  if (!figure) return ''
  const { width, height, alt, shapes } = figure
  const drawn = shapes.map(drawShape).join('')
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(alt)}">${drawn}</svg>`
}

function drawShape(shape: Shape): string {
  switch (shape.shape) {
    case 'circle':
      return `<circle cx="${shape.cx}" cy="${shape.cy}" r="${shape.r}"${paint(shape)}/>`
    case 'rect':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"${paint(shape)}/>`
    case 'polygon':
      return `<polygon points="${shape.points.map((point) => point.join(',')).join(' ')}"${paint(shape)}/>`
    case 'line':
      return `<line x1="${shape.from[0]}" y1="${shape.from[1]}" x2="${shape.to[0]}" y2="${shape.to[1]}"/>`
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}">${escaped(shape.text)}</text>`
  }
}

function paint({ fill, stroke = 'ink' }: { fill: string; stroke?: 'ink' | 'none' | 'dashed' | undefined }): string {
  return ` class="${fill} ${{ ink: '', none: 'bare', dashed: 'dashed' }[stroke]}"`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
}
