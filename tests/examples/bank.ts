import { BankLineRow } from '../../server/collection/bank/bank-line.ts'
import { BankStatementRow } from '../../server/collection/bank/bank-statement.ts'
import { ListedTransferRow } from '../../server/collection/bank/list-awaited-transfers.manage.ts'
import { addBankLine } from '../builders/bank-lines.ts'
import { NOTHING } from '../builders/rows.ts'
import { offerTransfers, orderByTransfer } from '../builders/transfers.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const mt940 = (amount: string) =>
  [
    ':20:1',
    ':25:DE89370400440532013000',
    ':60F:C260302EUR0,00',
    `:61:2603020302C${amount}NTRFNONREF`,
    ':86:A. Visser',
    `:62F:C260302EUR${amount}`,
  ].join('\n')

/** A list of two or more, from its second row on. */
async function paged({ call }: House, { key }: Tenant, path: string, query: Record<string, string | number> = {}) {
  const asked = new URLSearchParams({
    limit: '1',
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  })
  const cursor: string = (await call('GET', `${path}?${asked}`, { key })).body.next_cursor
  return { limit: 1, cursor }
}

async function unclear(house: House, tenant: Tenant) {
  const { lineId } = await addBankLine(house, tenant, 'unclear')
  return { params: { bank_line_id: lineId }, ids: { 'params.bank_line_id': NOTHING } }
}

export const bankExamples: Record<string, OperationExample> = {
  importBankStatement: {
    rows: 'any',
    make: async () => ({
      body: { file: mt940('54,40'), file_name: 'march.sta' },
      otherBody: { file: mt940('54,50'), file_name: 'march.sta' },
    }),
  },
  listBankStatements: {
    rows: [BankStatementRow],
    make: async (house, tenant) => {
      await addBankLine(house, tenant, 'unclear')
      await addBankLine(house, tenant, 'unclear')
      return { filters: await paged(house, tenant, '/v1/manage/bank_statements') }
    },
  },
  listBankLines: {
    rows: [BankLineRow],
    make: async (house, tenant) => {
      const { statementId } = await addBankLine(house, tenant, 'unclear')
      await addBankLine(house, tenant, 'unclear')
      await offerTransfers(house, tenant)
      const { orderId } = await orderByTransfer(house, tenant)
      const page = await paged(house, tenant, '/v1/manage/bank_lines')
      const together = { status: 'unclear' }
      return {
        filters: { ...together, bank_statement_id: statementId, order_id: orderId, ...page },
        together: { ...together, ...(await paged(house, tenant, '/v1/manage/bank_lines', together)) },
        ids: { 'filters.bank_statement_id': NOTHING, 'filters.order_id': NOTHING },
      }
    },
  },
  retrieveBankLine: { rows: [BankLineRow], make: unclear },
  bookBankLine: {
    rows: 'any',
    make: async (house, tenant) => {
      await offerTransfers(house, tenant)
      const { orderId } = await orderByTransfer(house, tenant)
      const body = { order_id: orderId, as: 'owed_back', note: 'twice' }
      const line = await unclear(house, tenant)
      return {
        ...line,
        ids: { ...line.ids, 'body.order_id': NOTHING },
        body,
        otherBody: { ...body, note: 'once more' },
      }
    },
  },
  setAsideBankLine: {
    rows: 'any',
    make: async (house, tenant) => ({
      ...(await unclear(house, tenant)),
      body: { reason: 'the sponsor’s' },
      otherBody: { reason: 'interest' },
    }),
  },
  reopenBankLine: {
    rows: 'any',
    make: async (house, tenant) => {
      const { lineId } = await addBankLine(house, tenant, 'set_aside')
      return { params: { bank_line_id: lineId }, ids: { 'params.bank_line_id': NOTHING } }
    },
  },
  listAwaitedTransfers: {
    rows: [ListedTransferRow],
    make: async (house, tenant) => {
      await offerTransfers(house, tenant)
      await orderByTransfer(house, tenant)
      const { orderId } = await orderByTransfer(house, tenant)
      const page = await paged(house, tenant, '/v1/manage/awaited_transfers')
      return { filters: { order_id: orderId, ...page }, together: page, ids: { 'filters.order_id': NOTHING } }
    },
  },
}
