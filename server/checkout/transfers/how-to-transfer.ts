import { type Static, Type } from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'
import { spacedIban } from '../../platform/values/iban.ts'
import { toMajor } from '../../platform/values/money.ts'
import type { TransferAccountRow } from './transfer-account.ts'
import { transferCode } from './transfer-code.ts'
import { spacedReference, type TransferPurpose, transferReference } from './transfer-reference.ts'

export const HowToTransfer = Type.Object(
  {
    account_holder: Type.String(),
    iban: Type.String({ description: 'in groups of four' }),
    bic: Nullable(Type.String()),
    amount: Type.Number({ description: 'major unit of the currency; what is to be transferred' }),
    currency: Type.String({ description: 'ISO 4217' }),
    reference: Type.String({
      description: 'to be written beside it: ISO 11649 (RF…), or a Swiss QR reference where the account takes no other',
    }),
    qr_text: Nullable(
      Type.String({
        description:
          'what a QR code for banks’ apps says: EPC in euros, a Swiss QR bill of an account there; null: there is none',
      }),
    ),
  },
  { title: 'HowToTransfer' },
)
export type HowToTransfer = Static<typeof HowToTransfer>

/** Where to transfer it, and what to write beside it; undefined while the organisation has given no account. */
export function howToTransfer(
  account: TransferAccountRow,
  purpose: TransferPurpose,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): HowToTransfer | undefined {
  const { transfer_iban: iban, transfer_holder: holder, transfer_bic: bic } = account
  if (iban === null || holder === null) return undefined
  const reference = transferReference(iban, purpose)
  const place = { postcode: account.transfer_postcode, town: account.transfer_town, country: account.country }
  return {
    account_holder: holder,
    iban: spacedIban(iban),
    bic,
    amount: toMajor(amountMinor, currency),
    currency,
    reference: spacedReference(reference),
    qr_text: transferCode({ iban, bic, holder, ...place, amountMinor, currency, reference }) ?? null,
  } satisfies HowToTransfer
}
