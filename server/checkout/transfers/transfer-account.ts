import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { TransferSettings } from '../../payments/payments/transfer-rule.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isQrIban } from '../../platform/values/iban.ts'

export const TransferAccount = Type.Object(
  {
    switched_on: Type.Boolean({ description: 'fans may pay by transfer' }),
    iban: Nullable(Type.String({ description: 'without blanks' })),
    bic: Nullable(Type.String()),
    account_holder: Nullable(Type.String()),
    postcode: Nullable(Type.String({ description: 'of the holder; a Swiss QR code says it' })),
    town: Nullable(Type.String()),
    days: Type.Integer({ description: 'for which places wait for the money' }),
    days_before_event: Type.Integer({ description: 'it is taken until so many days before an event starts' }),
    is_qr_iban: Type.Boolean({ description: 'its references are Swiss QR references' }),
  },
  { title: 'TransferAccount' },
)

export const TransferAccountRow = Type.Object({
  transfer_on: Type.Boolean(),
  transfer_iban: Nullable(Type.String()),
  transfer_bic: Nullable(Type.String()),
  transfer_holder: Nullable(Type.String()),
  transfer_postcode: Nullable(Type.String()),
  transfer_town: Nullable(Type.String()),
  transfer_days: Type.Integer(),
  transfer_days_before: Type.Integer(),
  country: Type.String(),
})
export type TransferAccountRow = Static<typeof TransferAccountRow> & TransferSettings

export const transferColumns = (sql: Db) => sql`
  transfer_on, transfer_iban, transfer_bic, transfer_holder, transfer_postcode, transfer_town, transfer_days, transfer_days_before, country`

export const findTransferAccount = (orgId: OrgId, sql: Db) => sql<TransferAccountRow[]>`
  select ${transferColumns(sql)}
  from organisations
  where org_id = ${orgId}`

export const toTransferAccount = (row: TransferAccountRow) =>
  ({
    switched_on: row.transfer_on,
    iban: row.transfer_iban,
    bic: row.transfer_bic,
    account_holder: row.transfer_holder,
    postcode: row.transfer_postcode,
    town: row.transfer_town,
    days: row.transfer_days,
    days_before_event: row.transfer_days_before,
    is_qr_iban: row.transfer_iban !== null && isQrIban(row.transfer_iban),
  }) satisfies Static<typeof TransferAccount>
