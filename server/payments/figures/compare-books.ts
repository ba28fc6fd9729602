import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import type { ProviderRecord } from '../payments/provider.ts'

/** A payment or a refund as our rows have it. */
export const BookedRow = Type.Object({
  id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  reference: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  succeeded: Type.Boolean(),
  created_unix: Type.Integer(),
})
export type BookedRow = Static<typeof BookedRow>

export type Amount = { amountMinor: number; currency: string }

export type FoundDifference = {
  difference: 'missing_here' | 'missing_there' | 'other_amount' | 'other_currency' | 'unknown'
  reference: string
  orderId: number | null
  createdUnix: number
  here: Amount | null
  there: Amount | null
}

/** What the two accounts do not have in common; `unmatched` has yet to be asked for by its reference. */
export function compareBooks(booked: BookedRow[], records: ProviderRecord[]) {
  const byReference = new Map(booked.map((row) => [row.reference, row]))
  const differences = records.flatMap((record) => differenceOf(byReference.get(record.reference), record))
  const listed = new Set(records.map(({ reference }) => reference))
  const unmatched = booked.filter(({ reference, succeeded }) => succeeded && !listed.has(reference))
  return { differences, unmatched }
}

function differenceOf(row: BookedRow | undefined, record: ProviderRecord): FoundDifference[] {
  const providerAmount = { amountMinor: record.amountMinor, currency: record.currency }
  const entry = {
    reference: record.reference,
    orderId: row?.order_id ?? null,
    createdUnix: record.createdUnix,
    there: providerAmount,
  }
  if (!row?.succeeded) return [{ ...entry, difference: 'missing_here', here: null }]
  const here = hereOf(row)
  if (here.currency !== providerAmount.currency) return [{ ...entry, difference: 'other_currency', here }]
  return here.amountMinor === providerAmount.amountMinor ? [] : [{ ...entry, difference: 'other_amount', here }]
}

const hereOf = (row: BookedRow): Amount => ({ amountMinor: row.amount_minor, currency: row.currency })

/** Ours was in no list: what the provider said when it was asked for it. */
export const unmatchedDifference = (row: BookedRow, answer: 'no' | 'unknown'): FoundDifference => ({
  difference: answer === 'no' ? 'missing_there' : 'unknown',
  reference: row.reference,
  orderId: row.order_id,
  createdUnix: row.created_unix,
  here: hereOf(row),
  there: null,
})
