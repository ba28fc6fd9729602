import { AccountingSettingsRow } from '../../server/files/exports/accounting-settings.ts'
import { ledgerAccounts } from '../../server/files/exports/ledger-accounts.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const settings = {
  accounts: ledgerAccounts.map((account, index) => ({
    account,
    tax_percentage: null,
    code: String(1000 + index),
    tax_key: null,
  })),
  datev: { consultant_number: 29_098, client_number: 55_003, account_length: 4, fiscal_year_month: 1 },
}

/** A number for each account, as a file for DATEV needs. */
export const nameAccounts = (house: House, tenant: Tenant) =>
  house.call('PUT', '/v1/manage/accounting_settings', { key: tenant.key, body: settings })

const few = {
  accounts: [{ account: 'ticket_sales', tax_percentage: 7, code: '8300', tax_key: '40' }],
  datev: settings.datev,
}

export const accountingExamples: Record<string, OperationExample> = {
  retrieveAccountingSettings: {
    rows: [AccountingSettingsRow],
    make: async (house, tenant) => {
      await nameAccounts(house, tenant)
      return {}
    },
  },
  replaceAccountingSettings: {
    rows: [AccountingSettingsRow],
    make: async () => ({ body: few, otherBody: { ...few, accounts: [] } }),
  },
}
