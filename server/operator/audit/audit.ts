import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberAdmissions, ticketAdmissions } from './admissions.ts'
import { creditBalances, debtSums, ordersOnAccount, owedRefunds, paymentSettlements } from './debts.ts'
import type { Check, Difference } from './difference.ts'
import { documentNumbers, documentsOfOrders, operatorInvoiceNumbers } from './documents.ts'
import { fiscalChain, fiscalSignatures } from './fiscal.ts'
import { ladders } from './ladders.ts'
import { mandateMeans } from './mandates.ts'
import { chargesAfterEnd, membershipLimits, membershipPlans, membershipRenewals } from './memberships.ts'
import { discountUses, lineTickets, orderSums, replacements } from './orders.ts'
import { orderPayments, paymentRefunds } from './payments.ts'
import { payoutMatches, payoutSums } from './payouts.ts'
import { pools, priceLimits } from './pools.ts'
import { keptSeats, seasonSeats, seatClaims, seatMembers, seatsOfTerms, ticketSeats } from './seats.ts'
import { lineTaxes, orderTaxes, returnedTaxes } from './tax.ts'
import { closedCash, counterNumbers } from './tills.ts'

/** Every figure that is stored beside the rows it comes from, by what an operator would call it. */
export const checks: Record<string, Check> = {
  pools,
  'price limits': priceLimits,
  'seats of tickets': ticketSeats,
  'seat claims': seatClaims,
  'season seats': seasonSeats,
  'kept seats': keptSeats,
  'seats of season members': seatMembers,
  'seats of terms to come': seatsOfTerms,
  orders: orderSums,
  'order lines': lineTickets,
  'tax of lines': lineTaxes,
  'tax of orders': orderTaxes,
  'tax that went back': returnedTaxes,
  'replaced tickets': replacements,
  discounts: discountUses,
  payments: orderPayments,
  debts: debtSums,
  'payments of debts': paymentSettlements,
  'orders on account': ordersOnAccount,
  'refunds that are owed': owedRefunds,
  credits: creditBalances,
  mandates: mandateMeans,
  'plans of memberships': membershipPlans,
  'charges after the end of a membership': chargesAfterEnd,
  'ladders of instalments': ladders,
  'limits of memberships': membershipLimits,
  'renewals of memberships': membershipRenewals,
  refunds: paymentRefunds,
  payouts: payoutSums,
  'money in payouts': payoutMatches,
  'numbers of documents': documentNumbers,
  'documents of orders': documentsOfOrders,
  'numbers of invoices for fees': operatorInvoiceNumbers,
  'numbers of counters': counterNumbers,
  'closes of tills': closedCash,
  'chains of signatures': fiscalChain,
  'signatures of counters': fiscalSignatures,
  'admissions of tickets': ticketAdmissions,
  'admissions of members': memberAdmissions,
}

/** Recomputes an organisation's stock, money and admissions from the rows; each difference is a bug or a broken disk. */
export async function auditBooks(orgId: OrgId, sql: Db): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const check of Object.values(checks)) differences.push(...(await check(orgId, sql)))
  return differences
}
