import { Type } from 'typebox'
import { sendXml, xmlAnswer, xmlSyntax } from '../../papers/documents/document-files.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { pageConfig } from './own-tickets.ts'
import { requirePageDocument } from './page-document.ts'

export const retrievePageDocumentXml: Operation = (app, deps) =>
  app.get(
    '/v1/ticket_page/documents/:document_id/document.xml',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePageDocumentXml',
        summary: 'Retrieve an e-invoice of one’s own order',
        description: 'The XML follows EN 16931. If `e_invoice` of the document is false, the answer is 409.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        params: Input({ document_id: Id() }),
        querystring: Input({ syntax: Type.Optional(xmlSyntax) }),
        response: { 200: xmlAnswer },
      },
    },
    async ({ headers, params, query }, reply) => {
      const holder = await holderOfSecret(deps, headers)
      return sendXml(await requirePageDocument(holder, deps.sql, params.document_id), query.syntax, reply)
    },
  )
