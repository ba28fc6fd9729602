import { FiscalSettingsRow } from '../../server/payments/fiscal/fiscal-settings.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** Only a sandbox has a device. */
const inSandbox = ({ sql }: House, { orgId }: Tenant) => sql`
  update organisations
  set mode = 'test'
  where org_id = ${orgId}`

export const fiscalExamples: Record<string, OperationExample> = {
  retrieveFiscalSettings: { rows: [FiscalSettingsRow] },
  replaceFiscalSettings: {
    rows: [FiscalSettingsRow],
    make: async (house, tenant) => {
      await inSandbox(house, tenant)
      return { body: { kind: 'tse', simulated_outage: false }, otherBody: { kind: 'rksv' } }
    },
  },
}
