import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { ContactField } from '../../platform/http/guarded-fields.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { type VatProblem, vatProblems } from './vat-answer.ts'

const statuses = ['waiting', 'valid', 'invalid', 'unanswered'] as const
export type VatCheckStatus = (typeof statuses)[number]

const Time = (description: string) => Nullable(Type.Integer({ description: `Unix seconds; ${description}` }))

export const VatCheck = Type.Object(
  {
    status: OneOf([...statuses], {
      description:
        'waiting: the service is asked after the sale, and again where it fails. unanswered: it was asked for a week, or cannot be',
    }),
    name: Nullable(ContactField({ description: 'of whose number it is; null: its country does not tell' })),
    address: Nullable(ContactField()),
    reference: Nullable(
      Type.String({ description: 'the service’s number of the consultation: the proof that it was asked' }),
    ),
    asked_as: Nullable(
      Type.String({
        description: 'the organisation’s own VAT number, with which it asked; null: without, so there is no proof',
      }),
    ),
    problem: Type.Unsafe<VatProblem | null>({
      type: ['string', 'null'],
      enum: [...vatProblems, null],
      description: 'why there is no answer, or no proof',
    }),
    asked_at: Time('when it was last tried'),
    answered_at: Time('when the service answered'),
    next_attempt: Time('when it is asked again; null: it is not'),
  },
  { title: 'VatCheck', description: 'What the EU’s service (VIES) says of the VAT number.' },
)

const MomentColumn = Type.Unsafe<Date | null>({ type: ['object', 'null'] })
export const VatCheckRow = Type.Object({
  check_status: Type.Unsafe<VatCheckStatus>({ type: 'string' }),
  name: Nullable(Type.String()),
  address: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  asked_as: Nullable(Type.String()),
  problem: Type.Unsafe<VatProblem | null>({ type: ['string', 'null'] }),
  asked_at: MomentColumn,
  answered_at: MomentColumn,
  due_at: MomentColumn,
})

/** Null where the number is none that the EU's service knows. */
export async function findVatCheck(orgId: OrgId, sql: Db, orderId: number): Promise<Static<typeof VatCheck> | null> {
  const [row] = await sql<Static<typeof VatCheckRow>[]>`
    select check_status, name, address, reference, asked_as, problem, asked_at, answered_at, due_at
    from vat_checks
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (!row) return null
  return {
    status: row.check_status,
    name: row.name,
    address: row.address,
    reference: row.reference,
    asked_as: row.asked_as,
    problem: row.problem,
    asked_at: secondsOf(row.asked_at),
    answered_at: secondsOf(row.answered_at),
    next_attempt: secondsOf(row.due_at),
  }
}

const secondsOf = (at: Date | null): number | null => (at === null ? null : unixSeconds(at))
