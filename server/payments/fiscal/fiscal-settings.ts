import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import type { FiscalDevice, FiscalKind } from './fiscal-device.ts'
import { simulatedDevice } from './simulated-device.ts'

export const FiscalSettings = Type.Object(
  {
    kind: Nullable(
      Type.String({ description: 'tse (Germany), rksv (Austria) or nf525 (France); null: nothing is signed' }),
    ),
    device: Nullable(Type.String({ description: 'simulated, in a sandbox' })),
    serial: Nullable(Type.String({ description: 'of the device, as receipts have it' })),
    public_key: Nullable(Type.String({ description: 'of its signatures: base64, SPKI' })),
    simulated_outage: Type.Boolean({ description: 'the simulated device does not answer, to try what follows' }),
    signed_from: Nullable(
      Type.Integer({ description: 'Unix seconds: what happened at a counter before is not signed' }),
    ),
  },
  { title: 'FiscalSettings' },
)

export const FiscalSettingsRow = Type.Object({
  kind: Type.Unsafe<FiscalKind>({ type: 'string' }),
  device: Type.Unsafe<'simulated'>({ type: 'string' }),
  serial: Type.String(),
  simulated_outage: Type.Boolean(),
  signed_from: Type.Unsafe<Date>({ type: 'object' }),
})
export type FiscalSettingsRow = Static<typeof FiscalSettingsRow>

export async function findFiscalSettings(orgId: OrgId, sql: Db): Promise<FiscalSettingsRow | undefined> {
  const [row] = await sql<FiscalSettingsRow[]>`
    select kind, device, serial, simulated_outage, signed_from
    from fiscal_settings
    where org_id = ${orgId}`
  return row
}

/** The device of an organisation. A real one is one more case here. */
export function fiscalDeviceOf({ kind, serial, simulated_outage: isOut }: FiscalSettingsRow): FiscalDevice {
  return simulatedDevice(kind, serial, { isOut })
}

export const toFiscalSettings = (row: FiscalSettingsRow | undefined) =>
  ({
    kind: row?.kind ?? null,
    device: row?.device ?? null,
    serial: row?.serial ?? null,
    public_key: row ? fiscalDeviceOf(row).publicKey : null,
    simulated_outage: row?.simulated_outage ?? false,
    signed_from: row ? unixSeconds(row.signed_from) : null,
  }) satisfies Static<typeof FiscalSettings>
