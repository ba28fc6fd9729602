import { ApiError } from '../../platform/http/errors.ts'
import type { Operation } from '../../platform/operation.ts'
import { BankLine, findBankLine, toBankLine } from './bank-line.ts'
import { BankLineParams } from './book-bank-line.manage.ts'

export const retrieveBankLine: Operation = (app, { sql }) =>
  app.get(
    '/v1/manage/bank_lines/:bank_line_id',
    {
      config: { scope: 'debts:manage' },
      schema: {
        operationId: 'retrieveBankLine',
        summary: 'Retrieve a bank line',
        description: 'With why it was not booked by itself, and the order or debt that its amount and name suggest.',
        tags: ['Bank'],
        params: BankLineParams,
        response: { 200: BankLine },
      },
    },
    async ({ orgId, params }) => {
      const [line] = await findBankLine(orgId, sql, params.bank_line_id)
      if (!line) throw new ApiError('resource_missing')
      return toBankLine(line)
    },
  )
