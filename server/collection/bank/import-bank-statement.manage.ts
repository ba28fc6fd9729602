import { Type } from 'typebox'
import { actorOf, record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import type { SettleNeeds } from '../../checkout/answers/settle-deps.ts'
import { bankStatements, formatOf } from '../../platform/bank-statements/read-bank-statement.ts'
import { STATEMENT_CHARACTERS_MAX, STATEMENT_LINES_MAX } from '../../platform/bank-statements/statement.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { Input, RawText, Text } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { changeThen } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { UnreadableFile } from '../../platform/values/unreadable-file.ts'
import { BankMapping, BankStatement, selectBankStatements, toBankStatement } from './bank-statement.ts'
import { matchLine } from './match-line.ts'
import { storeStatement } from './store-statement.ts'

const BODY_BYTES_MAX = 16 * 1024 * 1024
const IMPORTS_MAX = { all: 2, each: 1 }
/** While the caller waits; the worker does the rest. */
const MATCHED_AT_ONCE = 300

const Body = Input({
  file: RawText(STATEMENT_CHARACTERS_MAX, {
    description: `the text of a CAMT.053, an MT940 or a CSV, ${STATEMENT_LINES_MAX} movements at most`,
  }),
  file_name: Type.Optional(Text(200)),
  mapping: Type.Optional(BankMapping),
})

export const importBankStatement: Operation<SettleNeeds> = (app, deps) => {
  const slots = createSlots(IMPORTS_MAX)
  app.post(
    '/v1/manage/bank_statements',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { scope: 'debts:manage', unhurried: true, needsProof: true, effects: ['owed_less'] },
      schema: {
        operationId: 'importBankStatement',
        summary: 'Import a bank statement',
        description: [
          'All of its movements, or none: an error names the line that cannot be read. The same file again, and movements that an earlier file had, change nothing.',
          'What names an order or a debt by its reference is booked; the rest is in the list of bank lines, unclear or set aside. Of long files the worker matches what is `waiting`.',
        ].join(' '),
        tags: ['Bank'],
        body: Body,
        response: { 200: BankStatement },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const release = slots.take(orgId)
      try {
        const mapping = body.mapping ?? null
        const format = formatOf(body.file)
        const lines = await deps.parsers.read(bankStatements, orgId, body.file, body.mapping)
        return await changeThen(
          { ...deps, orgId, request, reply },
          async (tx) => {
            const { name: actorName = null } = actorOf(request)
            const file = {
              text: body.file,
              format,
              fileName: body.file_name ?? null,
              mapping: format === 'csv' ? mapping : null,
            }
            const statementId = await storeStatement(orgId, tx, deps.clock(orgId), { ...file, lines, actorName })
            await record(tx, deps.clock, request, {
              action: 'bank_statement.imported',
              objectType: 'bank_statement',
              objectId: statementId,
              after: { file_name: file.fileName, lines: lines.length },
            })
            return { statementId }
          },
          async ({ statementId }) => {
            for (const lineId of await findNew(orgId, deps.sql, statementId)) await matchLine(deps, orgId, lineId)
            return readStatement(orgId, deps.sql, statementId)
          },
        )
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        throw invalidParameters([{ param: 'file', code: 'parameter_invalid', message: `file: ${error.message}` }])
      } finally {
        release()
      }
    },
  )
}

async function findNew(orgId: OrgId, sql: Sql, statementId: number): Promise<number[]> {
  const rows = await sql<{ bank_line_id: number }[]>`
    select bank_line_id
    from bank_lines
    where org_id = ${orgId}
      and bank_statement_id = ${statementId}
      and line_status in ('new', 'booking')
    order by bank_line_id
    limit ${MATCHED_AT_ONCE}`
  return rows.map(({ bank_line_id }) => bank_line_id)
}

async function readStatement(orgId: OrgId, sql: Sql, statementId: number): Promise<BankStatement> {
  const [row] = await sql<Parameters<typeof toBankStatement>[0][]>`
    ${selectBankStatements(sql, orgId)}
    where s.org_id = ${orgId}
      and s.bank_statement_id = ${statementId}`
  if (!row) throw new Error('a statement was lost')
  return toBankStatement(row)
}
