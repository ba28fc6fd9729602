import type { SaleEngineDeps } from './sale/sale-engine.ts'

/** The sum of what the slices of this area need. Only server/app.ts uses it, which makes it; an operation names its own part. */
export type CheckoutDeps = SaleEngineDeps
