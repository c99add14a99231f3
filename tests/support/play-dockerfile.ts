/** The content of an image and how it starts, by its Dockerfile. */
export interface Image {
  /** The name of the last stage. Its folder takes the place of the image's root. */
  stage: string
  workdir: string
  env: Record<string, string>
  user: string
  healthcheck: string[]
  command: string[]
  stopSignal: string
}

/** The steps of a Dockerfile, done in folders of this machine. `stage` names a folder; paths in it begin with `/`. */
export interface Hands {
  /** Copies from another stage, or from the build context if `from` is null; of a folder its content, as Docker does. */
  copy(copying: { stage: string; from: string | null; sources: string[]; to: string }): void
  run(running: { stage: string; workdir: string; env: Record<string, string>; command: string }): Promise<void>
}

interface Stage {
  name: string
  workdir: string
  env: Record<string, string>
  args: Record<string, string>
  user: string
  healthcheck: string[]
  command: string[]
  stopSignal: string
}

/**
 * Plays a Dockerfile without its base images. Throws for an unknown instruction, to miss no step. Rejects as `hands` do.
 */
export async function playDockerfile(text: string, hands: Hands): Promise<Image> {
  const shared: Record<string, string> = {}
  const stages: Stage[] = []
  for (const { name, rest } of instructionsOf(text)) {
    const stage = stages.at(-1)
    if (name === 'ARG') Object.assign(stage?.args ?? shared, pairsOf(rest))
    else if (name === 'FROM') stages.push(beginStage(filledIn(rest, shared), stages.length))
    else if (stage === undefined) throw new Error(`${name} stands before FROM`)
    else await play(stage, { name, rest }, { hands, names: stages.map((one) => one.name) })
  }
  const last = stages.at(-1)!
  return { ...last, stage: last.name }
}

interface Instruction {
  name: string
  rest: string
}

/** Drops comments, also within an instruction of several lines, and joins its lines. */
function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '')
  return joined.split('\n').map((line) => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`No instruction: ${line}`)
    return { name, rest: rest! }
  })
}

function beginStage(rest: string, nth: number): Stage {
  const [, image, name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
  if (!/^node:\d+-bookworm-slim$/.test(image ?? '')) throw new Error(`Not the image of Node that is known: ${rest}`)
  const nothing = { env: {}, args: {}, user: 'root', healthcheck: [], command: [], stopSignal: 'SIGTERM' }
  return { ...nothing, name: name ?? String(nth), workdir: '/' }
}

async function play(
  stage: Stage,
  { name, rest }: Instruction,
  { hands, names }: { hands: Hands; names: string[] },
): Promise<void> {
  if (name === 'WORKDIR') stage.workdir = rest
  else if (name === 'ENV') Object.assign(stage.env, pairsOf(rest))
  else if (name === 'USER') stage.user = rest
  else if (name === 'STOPSIGNAL') stage.stopSignal = rest
  else if (name === 'CMD') stage.command = listOf(rest)
  else if (name === 'HEALTHCHECK')
    stage.healthcheck = listOf(/^(?:--[\w-]+=\S+ )*CMD (\[.*\])$/.exec(rest)?.[1] ?? rest)
  else if (name === 'RUN') {
    if (rest.startsWith('--') || rest.startsWith('[')) throw new Error(`RUN in a form that is not played: ${rest}`)
    const env = { ...stage.args, ...stage.env }
    await hands.run({ stage: stage.name, workdir: stage.workdir, env, command: rest })
  } else if (name === 'COPY') hands.copy({ stage: stage.name, ...copyingOf(rest, stage.workdir, names) })
  // EXPOSE only informs a reader.
  else if (name !== 'EXPOSE') throw new Error(`${name} is not played: tests/support/play-dockerfile.ts`)
}

function copyingOf(rest: string, workdir: string, names: string[]) {
  const words = rest.split(/\s+/)
  const from = /^--from=(\S+)$/.exec(words[0]!)?.[1] ?? null
  if (from !== null && !names.slice(0, -1).includes(from)) throw new Error(`No stage before this one is called ${from}`)
  const [target, ...sources] = words.slice(from === null ? 0 : 1).reverse()
  if (sources.length === 0 || /["*?[$]|^--/.test(rest.slice(from === null ? 0 : words[0]!.length)))
    throw new Error(`COPY in a form that is not played: ${rest}`)
  return { from, sources: sources.reverse(), to: target!.startsWith('/') ? target! : `${workdir}/${target}` }
}

const filledIn = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
    if (values[name] === undefined) throw new Error(`${name} has no value`)
    return values[name]
  })

function pairsOf(rest: string): Record<string, string> {
  return Object.fromEntries(
    rest.split(' ').map((pair) => {
      const [, name, value] = /^(\w+)=([^"'$\\]*)$/.exec(pair) ?? []
      if (name === undefined) throw new Error(`Not a name with its value: ${pair}`)
      return [name, value!]
    }),
  )
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new Error(`Not a list of words: ${json}`)
  return list.map(String)
}
