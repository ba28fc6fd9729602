import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { pdfAnswer } from '../ticket-files/layout-query.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'
import { sendDrawn } from './document-files.ts'
import { drawReminder } from './draw-reminder.ts'
import { readReminders } from './read-reminders.ts'

export const retrieveReminderPdf: Operation<PrintingDeps> = (app, deps) =>
  app.get(
    '/v1/manage/debts/:debt_id/reminders/:level/reminder.pdf',
    {
      config: { scope: 'debts:manage', shows: 'customers:read' },
      schema: {
        operationId: 'retrieveReminderPdf',
        summary: 'Retrieve a reminder of a debt as a letter',
        description: [
          'As it went with the mail, in the buyer’s language, with what was open then, the account and the reference; but without the fan’s own link to',
          'pay it. 404 of a debt that had fewer reminders, and while no documents are issued, since nothing says whose letter it is.',
        ].join(' '),
        tags: ['Documents'],
        params: Input({
          debt_id: Id(),
          level: Integer({ minimum: 1, maximum: 1000, description: '1: the first one' }),
        }),
        response: { 200: pdfAnswer('The letter') },
      },
    },
    async ({ orgId, params }, reply) => {
      const { debt_id: debtId, level } = params
      const letter = (await readReminders(orgId, deps.sql, [debtId], level)).get(debtId)
      if (!letter) throw new ApiError('resource_missing')
      return sendDrawn(
        deps,
        orgId,
        `reminder-${letter.orderId}-${level}`,
        () => drawReminder(deps.typefaces, letter),
        reply,
      )
    },
  )
