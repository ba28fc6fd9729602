import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { EmailAddress } from '../../resources/fields.ts'

export const MailSuppression = Type.Object(
  {
    mail_suppression_id: Type.Integer(),
    email_address: ContactField(),
    error_code: Type.String({ description: 'what the mail server answered, as smtp_550' }),
    created: Type.Integer({ description: 'Unix seconds' }),
  },
  { title: 'MailSuppression' },
)

export const MailSuppressionRow = Type.Object({
  mail_suppression_id: Type.Integer(),
  email_address: Type.String(),
  error_code: Type.String(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
})
export type MailSuppressionRow = Static<typeof MailSuppressionRow>

const Query = Input({
  limit: Limit(100, 20),
  cursor: Type.Optional(Text(200, { description: 'next_cursor of the page before' })),
  email_address: Type.Optional(EmailAddress),
})
type Query = Static<typeof Query>

export const listMailSuppressions: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/mail_suppressions',
    {
      config: { scope: 'customers:manage' },
      schema: {
        operationId: 'listMailSuppressions',
        summary: 'List addresses that no mail is sent to',
        description:
          'Those of which a mail server said that they do not exist. Codes are sent all the same, and one that arrives lifts it.',
        tags: ['Mails'],
        querystring: Query,
        response: { 200: ListOf('mail_suppressions', MailSuppression, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query }) => {
      const bound = { list: 'mail_suppressions', email_address: query.email_address }
      const rows = await findSuppressions(orgId, sql, query, idInCursor(query.cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, query.limit, bound, (row) => [row.mail_suppression_id])
      return {
        object: 'mail_suppressions',
        url: '/v1/manage/mail_suppressions',
        has_more,
        next_cursor,
        data: page.map(toMailSuppression),
      }
    },
  )

export const toMailSuppression = (row: MailSuppressionRow) =>
  ({
    mail_suppression_id: row.mail_suppression_id,
    email_address: row.email_address,
    error_code: row.error_code,
    created: unixSeconds(row.created_at),
  }) satisfies Static<typeof MailSuppression>

export const findSuppressions = (orgId: OrgId, sql: Db, q: Query, after: number | undefined) => sql<
  MailSuppressionRow[]
>`
  select mail_suppression_id, email_address, error_code, created_at
  from mail_suppressions
  where org_id = ${orgId}
    ${when(sql, q.email_address, (address) => sql`and lower(email_address collate "C") = lower(${address} collate "C")`)}
    ${when(sql, after, (id) => sql`and mail_suppression_id > ${id}`)}
  order by mail_suppression_id
  limit ${q.limit + 1}`
