import { amountOf } from '../parts/amount-of.ts'
import { words } from '../words/debts.ts'

/** What was typed into a field for an amount, or why it is none. */
export function typedAmount(text: string): number {
  const amount = amountOf(text)
  if (amount === undefined || amount === 0) throw new Error(words.typeTheAmountAsA)
  return amount
}
