import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { afterInTime } from '../../platform/http/keyset.ts'
import { Limit } from '../../platform/http/lists.ts'
import { Input, Nullable, OneOf, Text } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const mailStatuses = ['pending', 'sent', 'failed', 'unknown', 'dropped'] as const

export const OrderMail = Type.Object(
  {
    mail_id: Type.Integer(),
    order_id: Nullable(Type.Integer()),
    kind: Nullable(Type.String({ description: 'as in the list of mails; null: none of those' })),
    email_address: Nullable(
      ContactField({ description: 'where it went; null: nowhere yet, or the buyer is forgotten' }),
    ),
    mail_status: OneOf([...mailStatuses], {
      description: 'dropped: there was nothing to tell, or no reader to tell it',
    }),
    error_code: Nullable(Type.String({ description: 'why it was not sent, as smtp_550 or suppressed' })),
    attempts: Type.Integer(),
    created: Type.Integer({ description: 'Unix seconds' }),
    changed_unix: Type.Integer({ description: 'Unix seconds; of one that was sent, when' }),
  },
  { title: 'OrderMail' },
)

export const OrderMailRow = Type.Object({
  mail_id: Type.Integer(),
  order_id: Nullable(Type.Integer()),
  kind: Nullable(Type.String()),
  email_address: Nullable(Type.String()),
  mail_status: OneOf([...mailStatuses]),
  error_code: Nullable(Type.String()),
  attempts: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  changed_at: Type.Unsafe<Date>({ type: 'object' }),
})
type OrderMailRow = Static<typeof OrderMailRow>

export const MailsQuery = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(200, { description: 'next_cursor of the page before' })),
})

const byTime = { table: 'mails', id: 'mail_id', order: 'newest first' } as const

export const findMails = (orgId: OrgId, sql: Db, ofOrders: Fragment, limit: number, before: number | undefined) => sql<
  OrderMailRow[]
>`
  select mail_id, order_id, kind, email_address, mail_status, error_code, attempts, created_at, changed_at
  from mails t
  where org_id = ${orgId}
    and ${ofOrders}
    ${when(sql, before, (id) => sql`and ${afterInTime(sql, { ...byTime, orgId }, id)}`)}
  order by created_at desc, mail_id desc
  limit ${limit + 1}`

export const toOrderMail = (row: OrderMailRow) =>
  ({
    mail_id: row.mail_id,
    order_id: row.order_id,
    kind: row.kind,
    email_address: row.email_address,
    mail_status: row.mail_status,
    error_code: row.error_code,
    attempts: row.attempts,
    created: unixSeconds(row.created_at),
    changed_unix: unixSeconds(row.changed_at),
  }) satisfies Static<typeof OrderMail>
