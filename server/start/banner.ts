import type { Config } from '../config/config.ts'

interface Started {
  address: string
  /** The back office's address, or the link for its first owner; null: none is served here. */
  office: string | null
  metrics: string | null
  config: Config
  demo: { email: string; password: string } | null
  /** A note about the embedded database. */
  note: string | null
}

export function printBanner({ address, office, metrics, config, demo, note }: Started): void {
  const lines = [`Тестування IQ → ${config.publicOrigin ?? address}`]
  if (demo !== null) lines.push(`Demo account   ${demo.email}   password ${demo.password}`)
  if (config.payment.provider === 'sandbox') lines.push('Payments       sandbox: no money moves')
  lines.push(
    config.mail.kind === 'files' ? `Mail           .eml files in ${config.mail.folder}` : 'Mail           SMTP',
  )
  lines.push(`API            ${address}/api/docs/`)
  if (office !== null) lines.push(`Back office    ${office}`)
  if (metrics !== null) lines.push(`Metrics        ${metrics}`)
  if (note !== null) lines.push(note)
  lines.push('Ctrl-C stops everything.')
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
