import type { Operation } from '../../platform/operation.ts'
import { FiscalSettings, findFiscalSettings, toFiscalSettings } from './fiscal-settings.ts'

export const retrieveFiscalSettings: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/fiscal_settings',
    {
      config: { scope: 'organisation:manage' },
      schema: {
        operationId: 'retrieveFiscalSettings',
        summary: 'Read how cash is signed',
        description: 'By which law a device signs what happens at the counter in cash, and by which device.',
        tags: ['Box office'],
        response: { 200: FiscalSettings },
      },
    },
    async ({ orgId }) => toFiscalSettings(await findFiscalSettings(orgId, sql)),
  )
