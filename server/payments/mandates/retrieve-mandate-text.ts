import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Language } from '../../resources/fields.ts'
import { type DebitScheme, debitMethods, debitSchemeOf } from '../payments/payment-methods.ts'
import { MANDATE_VERSION, mandateTextOf, noticeDays } from './mandate-text.ts'

export const debitSchemes = Object.keys(debitMethods) as DebitScheme[]

const Query = Input({
  currency: Text(3, { description: 'ISO 4217, of what is to be paid' }),
  language: Type.Optional(Language),
})

const MandateText = Type.Object(
  {
    scheme: OneOf([...debitSchemes], { description: 'by the name that Stripe gives it' }),
    version: Type.Integer({ description: 'to send as mandate_version, once the fan agrees' }),
    language: Type.String(),
    text: Type.String(),
    notice_days: Type.Integer({
      description: 'how long ahead of each further debit the fan is told of it; working days for bacs_debit',
    }),
  },
  { title: 'MandateText' },
)

export const retrieveMandateText: Operation = (app, { sql }) =>
  app.get(
    '/v1/storefront/mandate_text',
    {
      config: { scope: 'baskets:write', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveMandateText',
        summary: 'Retrieve the text of a mandate',
        description:
          'What a fan has to read and agree to before a direct debit in this currency. 404 where no scheme debits in it.',
        tags: ['Storefront'],
        querystring: Query,
        response: { 200: MandateText },
      },
    },
    async ({ orgId, query }) => {
      const scheme = debitSchemeOf(query.currency)
      const [organisation] = await sql<{ name: string; language: string }[]>`
        select name, language
        from organisations
        where org_id = ${orgId}`
      if (!scheme || !organisation) throw new ApiError('resource_missing')
      const { language, text } = mandateTextOf(scheme, organisation.name, query.language ?? organisation.language)
      return { scheme, version: MANDATE_VERSION, language, text, notice_days: noticeDays[scheme] }
    },
  )
