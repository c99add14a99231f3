import { describe, expect, it } from 'vitest'
import { EnvironmentFault, readEnvironment, wantsEmbedded } from './read-environment.ts'

const local = { databaseUrl: 'postgres://local', authSecret: 'a', paymentSecret: 'b' }
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://database',
  PUBLIC_ORIGIN: 'https://iq.example/',
  AUTH_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'iq@iq.example',
  PAYMENT_PROVIDER: 'liqpay',
  LIQPAY_PUBLIC_KEY: 'public',
  LIQPAY_PRIVATE_KEY: 'private',
  SELLER_NAME: 'ФОП Приклад',
  SELLER_ADDRESS: 'Київ',
  SELLER_EMAIL: 'p@iq.example',
  SELLER_PHONE: '+380 44 000 00 00',
  SELLER_TAX_NUMBER: '1234567890',
}
const faultsOf = (environment: Record<string, string>) => {
  try {
    readEnvironment(environment, '/project', wantsEmbedded(environment) ? local : null)
    return []
  } catch (error) {
    if (error instanceof EnvironmentFault) return error.message.split('\n')
    throw error
  }
}

describe('the environment of a demonstration', () => {
  it('an empty environment is a complete demonstration: loopback, sandbox payments, letters as files', () => {
    const config = readEnvironment({}, '/project', local)
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      production: false,
      payment: { provider: 'sandbox' },
      mail: { kind: 'files', folder: '/project/.data/mail' },
    })
  })

  it.each([
    [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0 is not loopback: that needs NODE_ENV=production'],
    [{ DATABASE_URL: 'postgres://x' }, 'DATABASE_URL is given: that needs NODE_ENV=production'],
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535'],
    [{ LATE_HOURS: '200' }, 'LATE_HOURS must be a whole number from 0 to 168'],
    [{ DATABASE_STATEMENTS: 'none' }, 'DATABASE_STATEMENTS must be named or unnamed'],
    [{ WORK_MODE: 'later' }, 'WORK_MODE must be auto, inline or job'],
    [{ ALARMS_KEY: 'a', ALARMS_PROVIDER: 'siren' }, 'ALARMS_PROVIDER must be ukrainealarm or alerts-in-ua'],
    [{ METRICS_PORT: 'many' }, 'METRICS_PORT must be a whole number from 1 to 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must not be PORT: metrics are not for the public'],
  ])('the environment of a demonstration refuses %j in one line', (environment, line) => {
    expect(faultsOf(environment)).toEqual([line])
  })
})

it('the server asks no provider of alarms without a key', () => {
  expect(readEnvironment({ ALARMS_PROVIDER: 'ukrainealarm' }, '/project', local).alarms).toBeNull()
  const alarms = { ALARMS_PROVIDER: 'alerts-in-ua', ALARMS_KEY: 'key' }
  expect(readEnvironment(alarms, '/project', local).alarms).toEqual({ provider: 'alerts-in-ua', key: 'key' })
})

describe('metrics', () => {
  it('the server serves metrics only if a port is named, and then on loopback unless a host is named', () => {
    expect(readEnvironment({}, '/project', local).metrics).toBeNull()
    expect(readEnvironment({ METRICS_PORT: '9464' }, '/project', local).metrics).toMatchObject({
      host: '127.0.0.1',
      port: 9464,
      folders: ['/project'],
    })
    const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7', METRICS_FOLDERS: '/srv/iq,/var/lib/postgresql' }
    expect(readEnvironment(elsewhere, '/project', local).metrics).toMatchObject({
      host: '10.0.0.7',
      folders: ['/srv/iq', '/var/lib/postgresql'],
    })
  })
})

describe('the environment of production', () => {
  it('the environment of production is accepted when it is complete', () => {
    expect(faultsOf(production)).toEqual([])
    expect(readEnvironment(production, '/project', null)).toMatchObject({
      publicOrigin: 'https://iq.example',
      payment: { provider: 'liqpay' },
      mail: { kind: 'smtp' },
    })
  })

  it.each(Object.keys(production).filter((name) => !['NODE_ENV', 'PAYMENT_PROVIDER'].includes(name)))(
    'the environment of production reports that %s is missing',
    (name) => {
      expect(faultsOf({ ...production, [name]: '' })).toContain(`${name} is missing`)
    },
  )

  it.each([
    [{ PAYMENT_PROVIDER: 'sandbox' }, 'PAYMENT_PROVIDER must be liqpay or monobank'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters'],
    [{ PUBLIC_ORIGIN: 'http://iq.example' }, 'PUBLIC_ORIGIN must begin with https://'],
  ])('the environment of production refuses %j', (change, line) => {
    expect(faultsOf({ ...production, ...change })).toEqual([line])
  })
})
