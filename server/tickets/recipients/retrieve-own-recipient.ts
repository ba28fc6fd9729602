import { Type } from 'typebox'
import { SsoError } from '../../people/sso/errors.ts'
import { findProvenCustomer, identify, TokenHeader } from '../../people/sso/identify.ts'
import type { SsoDeps } from '../../people/sso/verify-token.ts'
import type { Operation } from '../../platform/operation.ts'
import { suggestedFields, suggestRecipient } from './suggest-recipient.ts'

const OwnRecipient = Type.Object(
  suggestedFields(() => Type.String()),
  { title: 'OwnRecipient' },
)

export const retrieveOwnRecipient: Operation<SsoDeps> = (app, deps) =>
  app.get(
    '/v1/sso/document_recipient',
    {
      config: { scope: 'sso:read', publishable: 'bearer' },
      schema: {
        operationId: 'retrieveOwnRecipient',
        summary: 'Retrieve whom an invoice of the signed-in fan would be for',
        description:
          'The address that the organisation has of them, for a form that asks for an invoice to begin with. 403 while they have not proven to be a customer.',
        tags: ['Storefront'],
        headers: TokenHeader,
        response: { 200: OwnRecipient },
      },
    },
    async (request) => {
      const { orgId } = request
      const identity = await identify(request, deps)
      const userId = await findProvenCustomer(orgId, deps, identity)
      const suggestion = userId === undefined ? null : await suggestRecipient(orgId, deps.sql, userId)
      if (suggestion === null) throw new SsoError('sso_account_not_linked')
      return suggestion
    },
  )
