import { byNameAlone } from '../../platform/http/by-name-alone.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Debt, debts, toDebt } from '../ledger/debt.ts'
import { type DebtPosition, debtFilters, debtSearch, findListedDebts, positionOf, wantDebts } from './debt-filters.ts'

const Query = Input({ limit: Limit(100, 20), cursor: Cursor, ...debtFilters })

export const listDebts: Operation = (app, { sql, clock }) =>
  app.get(
    debts.listPath,
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'listDebts',
        summary: 'List what is owed',
        description: `By fans and by the organisation, in the order of their days, the earliest first. ${debtSearch}`,
        tags: [debts.tag],
        querystring: Query,
        response: { 200: ListOf('debts', Debt, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query, may }) => {
      const { limit, cursor, ...filters } = query
      const now = clock(orgId)
      const bound = { list: 'debts', ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const wanted = await wantDebts(orgId, sql, now, { ...filters, ...byNameAlone(may, filters) })
      const rows = await findListedDebts(orgId, sql, wanted, limit + 1, after as DebtPosition | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, positionOf)
      return {
        object: 'debts',
        url: debts.listPath,
        has_more,
        next_cursor,
        data: page.map((row) => toDebt(row, now)),
      }
    },
  )
