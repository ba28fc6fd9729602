import { listPaymentDomains } from './list-payment-domains.manage.ts'

/** Where wallets can be shown. */
export const paymentDomainOperations = [listPaymentDomains]
