import type { Operation } from '../../platform/operation.ts'
import { DocumentSettings, selectSettings, toSettings, usualSettings } from './document-settings.ts'

export const retrieveDocumentSettings: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/document_settings',
    {
      config: { scope: 'documents:manage' },
      schema: {
        operationId: 'retrieveDocumentSettings',
        summary: 'Retrieve who issues documents, and from when on',
        description:
          'An organisation that has said nothing issues none: it is answered what it would begin with, without an address.',
        tags: ['Documents'],
        response: { 200: DocumentSettings },
      },
    },
    async ({ orgId }) => {
      const [row] = await selectSettings(orgId, sql)
      return row ? toSettings(row) : usualSettings(orgId, sql)
    },
  )
