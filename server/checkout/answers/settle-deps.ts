import type { PaymentDeps } from '../../payments/payments/providers.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { createTicketSigner, type SigningDeps } from '../../tickets/tickets/sign-tickets.ts'
import { createSaleEngine, type SaleEngineDeps } from '../sale/sale-engine.ts'

/** What it takes to bring an order to its end, in a request as in the worker. */
export type SettleDeps = Pick<PlatformDeps, 'sql' | 'clock'> & SettleNeeds
export type SettleNeeds = SigningDeps & PaymentDeps & SaleEngineDeps

/** For callers that settle orders without a request, such as the worker. */
export function createSettleDeps(deps: Pick<PlatformDeps, 'sql' | 'seal'> & Clocks & PaymentDeps): SettleDeps & Clocks {
  const { sql, clock, systemClock, payments } = deps
  return { sql, clock, systemClock, payments, signer: createTicketSigner(deps), sales: createSaleEngine(deps) }
}
