import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { createLiqpay } from './liqpay.ts'
import { createMonobank } from './monobank.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { openReturnsByPost } from './return-address.ts'
import { registerSandbox } from './sandbox/routes.ts'
import { createSandboxBank } from './sandbox/sandbox-bank.ts'
import { createSandbox } from './sandbox/sandbox-provider.ts'

/** The configured provider. The sandbox also serves its pages. */
export function openProvider(app: FastifyInstance, services: Services): PaymentProvider {
  const { payment } = services.config
  if (payment.provider === 'sandbox') registerSandbox(app, services, payment.secret, createSandboxBank(services.db))
  openReturnsByPost(app)
  return createProvider(services)
}

/** The provider without pages, for operators' commands. */
export function createProvider({
  config: { payment, production },
  db,
  publicOrigin,
}: Pick<Services, 'config' | 'db' | 'publicOrigin'>): PaymentProvider {
  switch (payment.provider) {
    case 'liqpay':
      return createLiqpay({ ...payment, acceptTestPayments: !production, publicOrigin })
    case 'monobank':
      return createMonobank({ ...payment, publicOrigin })
    case 'sandbox':
      return createSandbox(payment.secret, createSandboxBank(db))
  }
}
