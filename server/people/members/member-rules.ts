import { ApiError } from '../../platform/http/errors.ts'
import { toMajor } from '../../platform/values/money.ts'
import { localDate } from '../../platform/values/time.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { invalid, missing } from '../../resources/constraints.ts'
import type { MemberRow } from './member.ts'

/**
 * A member who is marked as paid is let in at the gates and has nothing open in lists. So a debt is settled where it is recorded: a step
 * that only says so would be a second way to write it off.
 */
export function requireNothingOpen({ open_minor, open_currency }: MemberRow): void {
  if (!open_minor) return
  const open_amount = toMajor(open_minor, open_currency ?? '')
  const message = `${open_amount} ${open_currency} is still open for this membership. Record the payment of the debt, or write it off.`
  throw new ApiError('state_conflict', { message, open_amount })
}

export type ChosenType = { seasonId: number | null; expires: string | null }

/** The type must exist and not be archived. */
export async function chooseType(at: Pick<ChangeContext, 'tx' | 'orgId'>, typeId: number): Promise<ChosenType> {
  const type = await lockedType(at, typeId)
  if (!type) throw missing('membership_type_id')()
  if (type.status === catalogueStatus.archived) {
    throw new ApiError('state_conflict', { param: 'membership_type_id', message: 'The membership type is archived.' })
  }
  return { seasonId: type.season_id, expires: type.expires }
}

/** The season that a member of the type has a seat in; null: none. */
export async function seasonOfType(
  at: Pick<ChangeContext, 'tx' | 'orgId'>,
  typeId: number | null,
): Promise<number | null> {
  const type = typeId === null ? undefined : await lockedType(at, typeId)
  return type?.season_id ?? null
}

/**
 * The type stays locked until the change has committed, so that its season does not change while a member gets a seat. Locks are always
 * taken in this order: member, type, season, pools, seats.
 */
async function lockedType({ tx, orgId }: Pick<ChangeContext, 'tx' | 'orgId'>, typeId: number) {
  const [type] = await tx<{ season_id: number | null; expires: string | null; status: number }[]>`
    select season_id, expires::text as expires, status
    from membership_types
    where org_id = ${orgId}
      and membership_type_id = ${typeId}
    for share`
  return type
}

/** Whether a member is born yet is judged by the calendar of the organisation. */
export async function refuseUnborn(at: ChangeContext, dateOfBirth: string | null | undefined): Promise<void> {
  if (!dateOfBirth) return
  const today = localDate(at.clock(at.orgId), await timeZoneOf(at))
  if (dateOfBirth > today) throw invalid('date_of_birth', 'date_of_birth must not be in the future.')()
}

export async function timeZoneOf({ tx, orgId }: ChangeContext): Promise<string> {
  const [row] = await tx<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  return row?.timezone ?? 'UTC'
}

export type Contact = { email_address: string | null; mobile_number: string | null; postcode: string | null }

/**
 * No member can be put back behind a customer who asked to be forgotten; the lock keeps an erasure waiting until we are done. Answers
 * with how the customer is reached.
 */
export async function refuseErased({ tx, orgId }: ChangeContext, userId: number): Promise<Contact | undefined> {
  const [customer] = await tx<(Contact & { erased_at: Date | null })[]>`
    select erased_at, email_address, mobile_number, postcode
    from customers
    where org_id = ${orgId}
      and user_id = ${userId}
    for share`
  if (customer?.erased_at)
    throw new ApiError('state_conflict', { param: 'user_id', message: 'The customer has been erased.' })
  if (!customer) return undefined
  const { email_address, mobile_number, postcode } = customer
  return { email_address, mobile_number, postcode }
}
