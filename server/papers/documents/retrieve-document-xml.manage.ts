import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findStored } from './document.ts'
import { sendXml, xmlAnswer, xmlSyntax } from './document-files.ts'

export const retrieveDocumentXml: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/documents/:document_id/document.xml',
    {
      config: { scope: 'documents:manage', shows: 'customers:read', mayConflict: true },
      schema: {
        operationId: 'retrieveDocumentXml',
        summary: 'Retrieve an e-invoice',
        description: [
          'An invoice or a credit note by EN 16931. 409 for a receipt, and where a rule of the standard is broken, since the program that gets it',
          'would refuse it: the message names the rule.',
        ].join(' '),
        tags: ['Documents'],
        params: Input({ document_id: Id() }),
        querystring: Input({ syntax: Type.Optional(xmlSyntax) }),
        response: { 200: xmlAnswer },
      },
    },
    async ({ orgId, params, query }, reply) => {
      const [document] = await findStored(orgId, sql, params.document_id)
      if (!document) throw new ApiError('resource_missing')
      return sendXml(document, query.syntax, reply)
    },
  )
