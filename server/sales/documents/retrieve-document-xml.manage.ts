import { Type } from 'typebox'
import { checkInvoice } from '../../platform/e-invoice/check-invoice.ts'
import { writeCii } from '../../platform/e-invoice/write-cii.ts'
import { writeUbl } from '../../platform/e-invoice/write-ubl.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { findStored } from './document.ts'
import { fileName } from './retrieve-document-pdf.manage.ts'

export const retrieveDocumentXml: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/documents/:document_id/document.xml',
    {
      config: { scope: 'documents:manage', shows: 'customers:read', mayConflict: true },
      schema: {
        operationId: 'retrieveDocumentXml',
        summary: 'Retrieve a document for programs',
        description: [
          'An invoice or a credit note by EN 16931. 409 for a receipt, and where a rule of the standard is broken, since the program that gets it',
          'would refuse it: the message names the rule.',
        ].join(' '),
        tags: ['Documents'],
        params: Input({ document_id: Id() }),
        querystring: Input({
          syntax: Type.Optional(OneOf(['ubl', 'cii'], { default: 'ubl', description: 'UBL 2.1 or UN/CEFACT D16B' })),
        }),
        response: {
          200: { description: 'The document', content: { 'application/xml': { schema: { type: 'string' } } } },
        },
      },
    },
    async ({ orgId, params, query }, reply) => {
      const [document] = await findStored(orgId, sql, params.document_id)
      if (!document) throw new ApiError('resource_missing')
      const { kind, label, content } = document
      if (kind === 'receipt') throw new ApiError('state_conflict', { message: 'A receipt has no file for programs.' })
      const [broken] = checkInvoice(content.invoice)
      if (broken) {
        throw new ApiError('state_conflict', { message: `The rule ${broken.rule} is not kept: ${broken.problem}.` })
      }
      const xml = query.syntax === 'cii' ? writeCii(content.invoice) : writeUbl(content.invoice)
      return reply
        .type('application/xml')
        .header('content-disposition', `attachment; filename="${fileName(label)}.xml"`)
        .send(xml)
    },
  )
