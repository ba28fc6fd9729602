import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Payout, toPayout } from './payout.ts'
import { findPayouts, type PayoutPosition, payoutFilters } from './payout-list.ts'

const PATH = '/v1/manage/payouts'

export const listPayouts: Operation = (app, { sql }) =>
  app.get(
    PATH,
    {
      config: { scope: 'figures:manage' },
      schema: {
        operationId: 'listPayouts',
        summary: 'List payouts',
        description:
          'What the payment provider has paid out to the organisation’s bank, the latest first, with what the books expect of each. Read every hour, and when the provider tells of one.',
        tags: ['Payouts'],
        querystring: Input({ limit: Limit(100, 20), cursor: Cursor, ...payoutFilters }),
        response: { 200: ListOf('payouts', Payout, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...wanted } = query
      const bound = { list: 'payouts', ...wanted }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findPayouts(orgId, sql, wanted, limit + 1, after as PayoutPosition | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.microseconds, row.payout_id])
      return { object: 'payouts', url: PATH, has_more, next_cursor, data: page.map(toPayout) }
    },
  )
