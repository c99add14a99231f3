import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { chooseNodes } from '../scripts/test-run/other-nodes.mjs'
import { readEnvironment } from '../server/config/read-environment.ts'
import { emptyDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { playDockerfile } from './support/play-dockerfile.ts'
import { environmentOf, readUnit, readVariables } from './support/read-unit.ts'

const project = path.resolve(import.meta.dirname, '..')
const deploy = (name: string) => path.join(project, 'deploy', name)
const read = (name: string) => readFileSync(deploy(name), 'utf8')

interface Service {
  environment?: Record<string, string>
  env_file?: string
  ports?: string[]
  volumes?: string[]
  command?: string
  mem_limit?: string
  entrypoint?: string[]
  networks?: string[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: object
  networks: object
}
const servers = Object.keys(compose.services).filter((name) => name.startsWith('server-'))
const unit = readUnit(deploy('iq@.service'))
const operations = () => readFileSync(path.join(project, 'docs/operations.md'), 'utf8')

/** Variables that the product's processes, its build and its check read. */
function knownVariables(): Set<string> {
  const files = ['server/config/read-environment.ts', 'vite.config.ts', 'scripts/check-site.mjs', 'src/env.d.ts']
  const texts = files.map((file) => readFileSync(path.join(project, file), 'utf8'))
  return new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []))
}

/** The example as an operator fills it in. */
const filledIn = {
  ...readVariables(deploy('environment.example')),
  AUTH_SECRET: 'a secret of this test that is long enough',
  ...Object.fromEntries(['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY'].map((name) => [name, 'key'])),
  ...Object.fromEntries(['NAME', 'ADDRESS', 'EMAIL', 'PHONE', 'TAX_NUMBER'].map((name) => [`SELLER_${name}`, 'x'])),
}

describe('the files of deploy/', () => {
  it('deploy/ names variables that the product reads, and no others', () => {
    const inDockerfile = [...read('Dockerfile').matchAll(/^(?:ENV|ARG) (.*)$/gm)].flatMap(([, line]) =>
      [...line!.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!),
    )
    const named = new Set([
      ...Object.keys(readVariables(deploy('environment.example'))),
      ...Object.keys(environmentOf(unit, '3000')),
      ...servers.flatMap((name) => Object.keys(compose.services[name]!.environment!)),
      ...inDockerfile,
    ])
    const known = knownVariables()
    // The version of the base image.
    known.add('NODE_VERSION')
    expect([...named].filter((name) => !known.has(name))).toEqual([])
    expect(named.size).toBeGreaterThan(20)
  })

  it('the product accepts the environment of deploy/, with the unit and with Compose', () => {
    const withUnit = readEnvironment({ ...filledIn, ...environmentOf(unit, '3001') }, project, null)
    expect(withUnit).toMatchObject({ host: '127.0.0.1', port: 3001, trustedProxies: 1, production: true })
    expect(withUnit.metrics).toMatchObject({
      host: '127.0.0.1',
      port: 13_001,
      folders: ['/srv/iq', '/var/lib/postgresql'],
    })
    const image = Object.fromEntries(
      [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
        line!.split(' ').map((pair) => pair.split('=')),
      ),
    )
    const withCompose = readEnvironment(
      { ...filledIn, ...image, ...compose.services[servers[0]!]!.environment },
      project,
      null,
    )
    expect(withCompose).toMatchObject({ host: '0.0.0.0', port: 3000, trustedProxies: 1 })
    expect(withCompose.metrics).toMatchObject({ host: '0.0.0.0', port: 9464 })
    expect(compose.services[servers[0]!]!.env_file).toBe('environment')
  })

  it('deploy/ leads the proxy to every process and Prometheus to every page of metrics, by the same names and ports', () => {
    expect(servers).toEqual(['server-a', 'server-b'])
    const { caddy, prometheus } = compose.services
    expect(caddy!.environment!.SERVERS).toBe(servers.map((name) => `${name}:3000`).join(' '))
    const parameters = [...read('Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
    expect([...new Set(parameters)]).toEqual(['SITE_ADDRESS', 'SERVERS'])
    const { scrape_configs, rule_files } = parse(read('prometheus.yml'))
    expect(scrape_configs[0].static_configs[0].targets).toEqual(servers.map((name) => `${name}:9464`))
    expect(scrape_configs[0].job_name).toBe('iq')
    expect(rule_files.every((file: string) => existsSync(deploy(file)))).toBe(true)
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports)
    expect(published).toEqual(['80:80', '443:443', '443:443/udp', '127.0.0.1:9090:9090'])
    expect(prometheus!.volumes!.filter((volume) => volume.startsWith('./'))).toHaveLength(2)
  })

  it('deploy/ names only files, folders, networks and volumes that exist', () => {
    const made = ['build/server', 'dist', 'node_modules']
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/iq\/(\S+)/gm)].map(([, from]) => from!)
    expect(copied.length).toBeGreaterThan(4)
    expect(copied.filter((from) => !made.includes(from) && !existsSync(path.join(project, from)))).toEqual([])
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    for (const [source] of mounted.map((volume) => volume.split(':') as [string])) {
      const isThere = source.startsWith('.') ? existsSync(deploy(source)) : source in compose.volumes
      expect([source, isThere]).toEqual([source, true])
    }
    // A mounted folder would bring secrets into a container that has no use for them.
    const folders = mounted.filter((volume) => volume.startsWith('.')).map((volume) => volume.split(':')[0]!)
    expect(folders.filter((source) => statSync(deploy(source)).isDirectory())).toEqual([])
    for (const { networks = [] } of Object.values(compose.services)) {
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network)
    }
    expect(existsSync(deploy(path.basename(compose.services['wal-receiver']!.entrypoint![1]!)))).toBe(true)
    for (const name of readdirSync(path.join(project, 'deploy')).filter((file) => file.endsWith('.service'))) {
      const [start] = readUnit(deploy(name)).get('Service.ExecStart')!
      // The server's bundle is named after its entry: scripts/bundle/server-bundle.mjs.
      const [script] = /(?<=\s)\S+\.(?:m?js|sh)/.exec(start!)!
      const file = script.replace('/srv/iq/current/', '').replace('build/server/main.js', 'server/main.ts')
      expect([name, existsSync(path.join(project, file))]).toEqual([name, true])
    }
  })

  it('deploy/ starts node with the flags of npm start, in the version of .node-version, which the tests can run', () => {
    const flags = (text: string) => text.match(/--max-semi-space-size=\d+/)![0]
    const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    expect(flags(unit.get('Service.ExecStart')![0]!)).toBe(flags(scripts.start))
    expect(flags(read('Dockerfile'))).toBe(flags(scripts.start))
    const [, major] = /^ARG NODE_VERSION=(\d+)/m.exec(read('Dockerfile'))!
    expect(major).toBe(readFileSync(path.join(project, '.node-version'), 'utf8').trim())
    expect(chooseNodes([major!], { all: true })).toHaveLength(1)
  })

  it('the unit lets a process lower the priority of its own threads by setpriority, and by no other call of @resources', () => {
    // systemd.exec(5): a later line adds to, or takes from, what earlier lines allow.
    const filters = unit.get('Service.SystemCallFilter')!
    expect(filters.findLast((filter) => /@resources|\b(nice|setpriority)\b/.test(filter))).toBe('setpriority')
  })

  it('the tests run with the oldest Node that package.json allows and require-node.mjs requires', () => {
    const { engines } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    const [oldest] = chooseNodes([], { all: true })
    expect(engines.node).toBe(`>=${oldest!.version.replace(/\.0$/, '')}`)
    expect(readFileSync(path.join(project, 'scripts/require-node.mjs'), 'utf8')).toContain(
      `needed = [${oldest!.version.split('.').slice(0, 2).join(', ')}]`,
    )
  })

  it('the unit and Compose give a process memory for both of its heaps, as docs/operations.md counts it', () => {
    const source = readFileSync(path.join(project, 'server/features/exams/paper/paper-drawer.ts'), 'utf8')
    const mostHeap = Number(/^const mostHeap = (\d+)$/m.exec(source)![1])
    // Starts the thread as the product does: V8 takes the size of young space from the process's own flag.
    const inThread = `{ eval: true, resourceLimits: { maxOldGenerationSizeMb: ${mostHeap} } }`
    const limit = `new (require('worker_threads').Worker)('console.log(require("v8").getHeapStatistics().heap_size_limit)', ${inThread})`
    const start = unit.get('Service.ExecStart')![0]!.split(' ')
    const [flag] = start.filter((part) => part.startsWith('--max-semi'))
    const { stdout } = spawnSync(process.execPath, [flag!, '-e', limit], { encoding: 'utf8' })
    const thread = Number(stdout) / 2 ** 20
    const [, table] = /\*\*Memory\.\*\*[^]*?\n\|---.*\n([^]*?)\n\n/.exec(operations())!
    const rows = table!.split('\n').map((row) => [...row.matchAll(/\d+/g)].map(Number) as [number, number, number])
    expect(rows.map(([process, thread]) => process + thread)).toEqual(rows.map(([, , sum]) => sum))
    const most = rows.at(-1)!
    expect([thread > mostHeap, thread <= most[1]]).toEqual([true, true])
    const given = /^(\d+)M$/i
    const unitGives = Number(given.exec(unit.get('Service.MemoryMax')![0]!)![1])
    expect(servers.map((name) => Number(given.exec(compose.services[name]!.mem_limit!)![1]))).toEqual([
      unitGives,
      unitGives,
    ])
    // A fifth remains for memory outside of the heap: socket buffers, and file pages that the machine counts.
    expect(most[2]).toBeLessThan(0.8 * unitGives)
  })

  it('the Dockerfile has only steps that the tests can play, and its build gets no secret of a deployment', async () => {
    const runs: string[] = []
    const image = await playDockerfile(read('Dockerfile'), {
      copy({ from, sources }) {
        if (from === null) for (const source of sources) expect([source, isIgnored(source)]).toEqual([source, false])
      },
      run: async ({ command }) => void runs.push(command),
    })
    expect(runs.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
      'npm ci',
      'VITE_API_URL="$VITE_API_URL" VITE_MESSAGES="$VITE_MESSAGES"',
    ])
    expect(image).toMatchObject({ workdir: '/iq', user: 'node', env: { NODE_ENV: 'production' } })
    for (const secret of ['deploy/environment', 'deploy/.env', '.git', '.data']) {
      expect([secret, isIgnored(secret)]).toEqual([secret, true])
    }
  })

  it('pack.sh packs a release without the secrets of a deployment', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'iq-pack-'))
    try {
      const [, list] = /^printf '%s\\n' ([^]*?) >/m.exec(read('pack.sh'))!
      const packed = list!.split(/[\s\\]+/)
      const secrets = ['deploy/environment', 'deploy/.env']
      const files = [
        ...packed.filter((name) => /\.\w+$/.test(name)),
        'build/server/main.js',
        'dist/shell.html',
        'dist-office/index.html',
        ...secrets,
      ]
      for (const file of [
        ...files,
        ...packed.map((name) => `${name}/any`).filter((name) => !/\.\w+\/any$/.test(name)),
      ]) {
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
        writeFileSync(path.join(folder, file), '{}')
      }
      for (const name of ['pack.sh', 'environment.example']) cpSync(deploy(name), path.join(folder, 'deploy', name))
      const archive = path.join(folder, 'iq.tar.gz')
      const { status, stderr } = spawnSync('sh', [path.join(folder, 'deploy/pack.sh'), archive], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      const names = spawnSync('tar', ['--list', '--file', archive], { encoding: 'utf8' }).stdout.split('\n')
      expect(names).toEqual(expect.arrayContaining(['deploy/environment.example', 'deploy/pack.sh', 'dist/shell.html']))
      expect(names.filter((name) => secrets.includes(name))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('the files of deploy/ha for three database machines fit one another, and docs/operations.md names each', () => {
    const { bootstrap, restapi, postgresql } = parse(read('ha/patroni.yml'))
    const { ttl, loop_wait, retry_timeout, ...dcs } = bootstrap.dcs
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    const haproxy = read('ha/haproxy.cfg')
    const ports = [restapi.listen, postgresql.listen].map((address: string) => address.split(':')[1]!)
    expect(haproxy).toContain(`check port ${ports[0]} `)
    expect([...haproxy.matchAll(/\$\{IQ_MEMBER_[ABC]\}:(\d+)/g)].map(([, port]) => port)).toEqual(
      Array(3).fill(ports[1]),
    )
    const named = [...haproxy.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!)
    expect(named.toSorted()).toEqual(Object.keys(readVariables(deploy('ha/haproxy.env.example'))).toSorted())
    const [watched] = readUnit(deploy('ha/iq-room.service')).get('Service.ExecStart')!
    expect(postgresql.data_dir.startsWith(`${watched!.split(' ').at(-2)}/`)).toBe(true)
    expect(readUnit(deploy('ha/patroni-room.conf')).get('Unit.BindsTo')).toEqual(['iq-room.service'])
    // The commands of docs/operations.md need each of these, and the folder has no others.
    const { services, volumes } = parse(read('ha/compose.yaml'), { merge: true }) as typeof compose
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0]!),
    )
    for (const source of mounted) {
      const isThere = source.startsWith('.') ? existsSync(deploy(path.join('ha', source))) : source in volumes
      expect([source, isThere]).toEqual([source, true])
    }
    const text = operations()
    const untold = readdirSync(deploy('ha')).filter(
      (name) => name !== 'Dockerfile' && !text.includes(`deploy/ha/${name}`),
    )
    expect(untold).toEqual([])
  })

  it.each([
    ['ADD an archive', 'ADD iq.tar.gz /iq'],
    ['a file of a stage that there is not', 'COPY --from=tools /iq/x ./x'],
    ['a form of RUN', 'RUN --mount=type=cache,target=/root npm ci'],
    ['another image', 'FROM alpine:3'],
  ])('playDockerfile refuses a step that it cannot play: %s', async (_what, line) => {
    const nothing = { copy: () => undefined, run: async () => undefined }
    await expect(playDockerfile(`${read('Dockerfile')}\n${line}\n`, nothing)).rejects.toThrow()
  })

  it('systemd rates the exposure of the unit below 2 @full', (context) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'units-'))
    try {
      cpSync(deploy('iq@.service'), path.join(folder, 'iq@.service'))
      const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8', cwd: folder })
      if (analyze('--version').status !== 0) return context.skip('systemd-analyze is not installed')
      const { stdout } = analyze('security', '--offline=true', '--no-pager', './iq@.service')
      const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)!
      expect(Number(exposure)).toBeLessThan(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Whether the image's build does not get this file. Knows plain names only, and fails for patterns. */
function isIgnored(file: string): boolean {
  const names = read('Dockerfile.dockerignore').trim().split('\n')
  expect(names.filter((name) => /[*!?#]|\/$/.test(name))).toEqual([])
  return names.some((name) => file === name || file.startsWith(`${name}/`))
}

describe('the steps of the Dockerfile', () => {
  it('the steps of the Dockerfile make a folder that its own command serves, to its own health check, as a user without rights @full', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'iq-image-'))
    chmodSync(folder, 0o755)
    const database = await emptyDatabase()
    let server: ReturnType<typeof spawn> | null = null
    try {
      const inStage = (stage: string, place: string) => path.join(folder, stage, place)
      // A step gets only PATH and HOME of this machine, for the tests' own npm.
      const machine = { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME }
      const image = await playDockerfile(read('Dockerfile'), {
        copy({ stage, from, sources, to }) {
          for (const source of sources) {
            const place = from === null ? path.join(project, source) : inStage(from, source)
            const target = inStage(stage, to)
            const filter = (file: string) => from !== null || !isIgnored(path.relative(project, file))
            const isFolder = statSync(place).isDirectory()
            cpSync(place, isFolder ? target : path.join(target, path.basename(source)), {
              recursive: true,
              filter,
              verbatimSymlinks: true,
            })
          }
        },
        async run({ stage, workdir, env, command }) {
          mkdirSync(inStage(stage, workdir), { recursive: true })
          const quick = { npm_config_prefer_offline: 'true' }
          const step = spawn('/bin/sh', ['-c', command], {
            cwd: inStage(stage, workdir),
            env: { ...machine, ...quick, ...env },
            stdio: ['ignore', 'ignore', 'pipe'],
          })
          let said = ''
          step.stderr.on('data', (chunk) => (said += String(chunk)))
          const [status] = await once(step, 'close')
          expect([command, status, status === 0 ? '' : said]).toEqual([command, 0, ''])
        },
      })
      const port = String(await freePort())
      const env = {
        ...image.env,
        ...filledIn,
        TRUSTED_PROXIES: '1',
        PATH: machine.PATH,
        HOST: '127.0.0.1',
        PORT: port,
        DATABASE_URL: database.url,
      }
      const cwd = inStage(image.stage, image.workdir)
      expect(image.user).not.toBe('root')
      const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
      const start = (command: string[]) =>
        spawn(command[0]!, command.slice(1), { cwd, env, ...nobody, stdio: ['ignore', 'pipe', 'pipe'] })
      server = start(image.command)
      let said = ''
      for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (said += String(chunk)))
      const ended = once(server, 'exit')
      const health = async () => {
        const [code] = await once(start(image.healthcheck), 'exit')
        return code === 0 ? 'healthy' : said.slice(-2000)
      }
      await expect.poll(health, { timeout: 60_000 }).toBe('healthy')
      const page = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
      expect([page.status, (await page.text()).trim().endsWith('</html>')]).toEqual([200, true])
      server.kill(image.stopSignal as NodeJS.Signals)
      expect(await ended).toEqual([0, null])
    } finally {
      server?.kill('SIGKILL')
      await database.drop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }, 600_000)
})

function installingSteps(): string[] {
  const [, block] = /## Installing\n[^]*?```sh\n([^]*?)```/.exec(operations())!
  return block!.trim().split('\n')
}

/** Makes a Debian with systemd's programs in a folder. Returns the reason if it cannot, or null. */
function makeDebian(folder: string): string | null {
  if (process.getuid?.() !== 0) return 'only root makes a chroot'
  if (spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not installed'
  const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
  const packages = '--include=systemd,adduser'
  const made = spawnSync('debootstrap', ['--variant=minbase', packages, 'bookworm', folder, mirror], {
    encoding: 'utf8',
  })
  return made.status === 0 ? null : `debootstrap failed: ${made.stdout.trim().split('\n').at(-1)}`
}

describe('the steps of docs/operations.md', () => {
  it('the steps of docs/operations.md install a pack of this release on a bare Debian, where the unit’s command serves it as its user @full', async (context) => {
    if (!existsSync(path.join(project, 'build/server/main.js'))) return context.skip('nothing is built: npm run build')
    const root = mkdtempSync(path.join(tmpdir(), 'iq-chroot-'))
    // The users of a system must be able to enter its root.
    chmodSync(root, 0o755)
    const database = await emptyDatabase()
    let server: ReturnType<typeof spawn> | null = null
    try {
      const reason = makeDebian(root)
      if (reason !== null) return context.skip(reason)
      const packed = spawnSync('sh', [deploy('pack.sh'), path.join(root, 'iq.tar.gz')], { encoding: 'utf8' })
      expect([packed.status, packed.stderr]).toEqual([0, ''])
      cpSync(process.execPath, path.join(root, 'usr/bin/node'))
      // No systemd runs in a chroot. With this variable its program makes the links and leaves the rest.
      const env = { PATH: process.env.PATH, SYSTEMD_OFFLINE: '1' }
      const inside = (line: string) =>
        spawnSync('chroot', [root, 'sh', '-euc', `cd / && ${line}`], { encoding: 'utf8', env })
      const steps = installingSteps()
      expect(steps.length).toBeGreaterThan(6)
      for (const step of steps) {
        const { status, stderr } = inside(step)
        expect([step, status, status === 0 ? '' : stderr]).toEqual([step, 0, ''])
      }

      expect(inside('readlink /etc/systemd/system/multi-user.target.wants/iq@3001.service').stdout.trim()).toMatch(
        /\/iq@\.service$/,
      )
      // Node reads its memory use from /proc. In the unit, ProcSubset=pid leaves the files of processes there.
      expect(spawnSync('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]).status).toBe(0)
      const port = String(await freePort())
      const environment = {
        ...filledIn,
        ...environmentOf(readUnit(path.join(root, 'etc/systemd/system/iq@.service')), port),
        METRICS_PORT: String(await freePort()),
        // This Debian has no PostgreSQL, so it lacks the folder of PostgreSQL's disk.
        METRICS_FOLDERS: '/srv/iq',
        DATABASE_URL: database.url,
      }
      const start = unit.get('Service.ExecStart')![0]!.split(' ')
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      const command = ['--userspec=iq:iq', root, 'env', '-i', '-C', '/srv/iq/current', ...variables, ...start]
      let said = ''
      server = spawn('chroot', command, { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [server.stdout!, server.stderr!]) stream.on('data', (chunk) => (said += String(chunk)))
      const origin = `http://127.0.0.1:${port}`
      server.once('exit', (code, signal) => (said += `ended with ${code ?? signal}`))
      const answers = async (address: string) =>
        fetch(address, { headers: { connection: 'close' } }).then(
          async (reply) => `${reply.status} ${(await reply.text()).slice(-20)}`,
          (error: Error) => `${String(error.cause)} ${said.slice(-2000)}`,
        )
      await expect.poll(() => answers(`${origin}/readyz`), { timeout: 60_000 }).toMatch(/^200 /)
      expect(await answers(origin)).toMatch(/^200 .*<\/html>\s*$/s)
      const metrics = await (await fetch(`http://127.0.0.1:${environment.METRICS_PORT}/metrics`)).text()
      expect(metrics).toContain('iq_disk_free_bytes{folder="/srv/iq"}')
      const owed = spawnSync(
        'chroot',
        [root, 'env', '-i', '-C', '/srv/iq/current', ...variables, '/usr/bin/node', 'scripts/admin.mjs', 'owed'],
        { encoding: 'utf8' },
      )
      expect([owed.stdout.trim(), owed.stderr]).toEqual(['Nothing is owed.', ''])
    } finally {
      server?.kill('SIGKILL')
      await database.drop()
      spawnSync('umount', ['--lazy', path.join(root, 'proc')])
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  }, 600_000)
})
