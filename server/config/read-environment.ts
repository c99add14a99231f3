import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { AlarmsConfig, Config, MetricsConfig, OfficeConfig, PaymentConfig, Seller } from './config.ts'
import type { StatementNames } from '../db/connect.ts'
import { usualEntrance } from '../load/entrance.ts'

/** Faults of the environment, one line each, each with its variable. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault'
}

/** The embedded database and the secrets kept with it. */
export interface EmbeddedParts {
  databaseUrl: string
  authSecret: string
  paymentSecret: string
}

type Environment = Record<string, string | undefined>

/** Whether this environment asks for the embedded database: no DATABASE_URL, and not production. */
export function wantsEmbedded(environment: Environment): boolean {
  return !environment.DATABASE_URL && environment.NODE_ENV !== 'production'
}

/**
 * Reads the settings of every environment. Throws EnvironmentFault if a demo (sandbox payments, mail in files, a known account)
 * would be reachable from outside, or production lacks a setting.
 */
export function readEnvironment(environment: Environment, projectRoot: string, embedded: EmbeddedParts | null): Config {
  const faults: string[] = []
  // This fault is reported alone, because the many missing settings of production would bury it.
  if (environment.NODE_ENV !== 'production' && environment.DATABASE_URL) {
    throw new EnvironmentFault('DATABASE_URL is given: that needs NODE_ENV=production')
  }
  const production = environment.NODE_ENV === 'production'
  const host = environment.HOST ?? '127.0.0.1'
  const need = (name: string): string => {
    const value = environment[name]
    if (!value) faults.push(`${name} is missing`)
    return value ?? ''
  }
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const value = Number(environment[name] ?? fallback)
    if (!Number.isInteger(value) || value < least || value > most) {
      faults.push(`${name} must be a whole number from ${least} to ${most}`)
    }
    return value
  }

  if (!production && !isLoopback(host)) faults.push(`HOST=${host} is not loopback: that needs NODE_ENV=production`)

  const shared = {
    projectRoot,
    host,
    port: number('PORT', 3000, 0, 65_535),
    production,
    ...readApiOrigin(environment.VITE_API_URL, faults),
    allowedOrigins: (environment.ALLOWED_ORIGINS ?? '').split(',').filter(Boolean),
    trustedProxies: number('TRUSTED_PROXIES', 0, 0, 10),
    lateHours: number('LATE_HOURS', 24, 0, 168),
    workMode: readWorkMode(environment.WORK_MODE, faults),
    papersInThread: availableParallelism() > 1 && {},
    databaseStatements: readStatementNames(environment.DATABASE_STATEMENTS, faults),
    retireWorker: environment.RETIRE_WORKER === '1',
    alarms: readAlarms(environment, faults),
    manualAuthor: environment.MANUAL_AUTHOR,
    manualHouse: environment.MANUAL_HOUSE,
    metrics: environment.METRICS_PORT
      ? readMetrics(environment, number('METRICS_PORT', 0, 1, 65_535), projectRoot)
      : null,
    entrance: usualEntrance,
    limitFactor: 1,
  }
  const withOffice = { ...shared, office: readOffice(environment, shared, number, faults) }
  const config: Config =
    production || embedded === null
      ? {
          ...withOffice,
          databaseUrl: need('DATABASE_URL'),
          publicOrigin: need('PUBLIC_ORIGIN').replace(/\/$/, ''),
          authSecret: need('AUTH_SECRET'),
          logLevel: 'info',
          mail: { kind: 'smtp', url: need('SMTP_URL'), from: need('MAIL_FROM') },
          payment: readPayment(environment, need, faults),
          seller: readSeller(need),
        }
      : {
          ...withOffice,
          databaseUrl: embedded.databaseUrl,
          publicOrigin: null,
          authSecret: embedded.authSecret,
          logLevel: 'warn',
          mail: { kind: 'files', folder: environment.MAIL_DIR ?? join(projectRoot, '.data/mail') },
          payment: { provider: 'sandbox', secret: embedded.paymentSecret },
          seller: demoSeller,
        }
  if (production && config.authSecret && config.authSecret.length < 32) {
    faults.push('AUTH_SECRET must have at least 32 characters')
  }
  checkPorts(config, faults)
  if (production && config.publicOrigin && !config.publicOrigin.startsWith('https://')) {
    faults.push('PUBLIC_ORIGIN must begin with https://')
  }
  if (faults.length > 0) throw new EnvironmentFault(faults.join('\n'))
  return config
}

function checkPorts({ port, office, metrics }: Config, faults: string[]): void {
  if (port !== 0 && office?.port === port) {
    faults.push('ADMIN_PORT must not be PORT: the back office is not for the public')
  }
  if (metrics?.port === port) faults.push('METRICS_PORT must not be PORT: metrics are not for the public')
}

/** Reads where metrics are served: on loopback, or for readers elsewhere on an address that the public does not reach. */
function readMetrics(environment: Environment, port: number, projectRoot: string): MetricsConfig {
  const folders = (environment.METRICS_FOLDERS ?? '').split(',').filter(Boolean)
  return {
    host: environment.METRICS_HOST ?? '127.0.0.1',
    port,
    folders: folders.length > 0 ? folders : [projectRoot],
    everyMs: 10_000,
  }
}

/** In production the back office is off unless ADMIN_ORIGIN names it. By default its port is 100 above that of the site. */
function readOffice(
  { ADMIN_ORIGIN: origin, ADMIN_HOST: host = '127.0.0.1' }: Environment,
  { production, port: publicPort }: Pick<Config, 'production' | 'port'>,
  number: (name: string, fallback: number, least: number, most: number) => number,
  faults: string[],
): OfficeConfig | null {
  if (production && !origin) return null
  if (production && !origin!.startsWith('https://')) faults.push('ADMIN_ORIGIN must begin with https://')
  if (!production && !isLoopback(host))
    faults.push(`ADMIN_HOST=${host} is not loopback: that needs NODE_ENV=production`)
  const port = number('ADMIN_PORT', publicPort > 0 ? Math.min(publicPort + 100, 65_535) : 0, 0, 65_535)
  return { host, port, origin: origin?.replace(/\/$/, '') ?? null }
}

function readApiOrigin(url: string | undefined, faults: string[]): Pick<Config, 'apiOrigin'> {
  if (!url) return {}
  if (URL.canParse(url)) return { apiOrigin: new URL(url).origin }
  faults.push('VITE_API_URL must be an address such as https://api.example')
  return {}
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function readWorkMode(value: string | undefined, faults: string[]): Config['workMode'] {
  if (value === undefined || value === 'auto') return 'auto'
  if (value === 'inline' || value === 'job') return value
  faults.push('WORK_MODE must be auto, inline or job')
  return 'auto'
}

/** DATABASE_STATEMENTS: named (also if absent) or unnamed. Any other value becomes a fault. */
export function readStatementNames(value: string | undefined, faults: string[]): StatementNames {
  if (value === undefined || value === 'named') return 'named'
  if (value !== 'unnamed') faults.push('DATABASE_STATEMENTS must be named or unnamed')
  return 'unnamed'
}

function readPayment(environment: Environment, need: (name: string) => string, faults: string[]): PaymentConfig {
  if (environment.PAYMENT_PROVIDER === 'liqpay') {
    return { provider: 'liqpay', publicKey: need('LIQPAY_PUBLIC_KEY'), privateKey: need('LIQPAY_PRIVATE_KEY') }
  }
  if (environment.PAYMENT_PROVIDER === 'monobank') return { provider: 'monobank', token: need('MONOBANK_TOKEN') }
  faults.push('PAYMENT_PROVIDER must be liqpay or monobank')
  return { provider: 'liqpay', publicKey: '', privateKey: '' }
}

/** The provider of alarms; null without a key. An unknown provider becomes a fault. */
function readAlarms(
  { ALARMS_PROVIDER: provider, ALARMS_KEY: key }: Environment,
  faults: string[],
): AlarmsConfig | null {
  if (!key) return null
  if (provider === 'ukrainealarm' || provider === 'alerts-in-ua') return { provider, key }
  faults.push('ALARMS_PROVIDER must be ukrainealarm or alerts-in-ua')
  return null
}

function readSeller(need: (name: string) => string): Seller {
  return {
    name: need('SELLER_NAME'),
    address: need('SELLER_ADDRESS'),
    email: need('SELLER_EMAIL'),
    phone: need('SELLER_PHONE'),
    taxNumber: need('SELLER_TAX_NUMBER'),
  }
}

const demoSeller: Seller = {
  name: 'ФОП Демонстраційний Приклад (демоверсія, продаж не ведеться)',
  address: 'м. Київ, вул. Прикладна, 1',
  email: 'pidtrymka@iq.example',
  phone: '+380 44 000 00 00',
  taxNumber: '0000000000',
}
