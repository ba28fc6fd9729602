import type { SaleEngineDeps } from './checkout/sale-engine.ts'
import type { ClockDeps } from './clock/clock-deps.ts'
import type { PaymentDeps } from './payments/providers.ts'
import type { SeasonMapDeps } from './season-map/season-map.ts'
import type { PrintingDeps } from './ticket-files/tickets-pdf.ts'
import type { RotationDeps } from './tickets/rotation-keys.ts'
import type { SigningDeps } from './tickets/sign-tickets.ts'

/** What the slices of sales own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type SalesDeps = SaleEngineDeps &
  PaymentDeps &
  SigningDeps &
  RotationDeps &
  PrintingDeps &
  SeasonMapDeps &
  ClockDeps
