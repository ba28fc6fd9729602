import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type ChangeContext, inChange, updateRow } from '../../resources/change-row.ts'
import { invalid } from '../../resources/constraints.ts'
import { publishMembersUpdated } from '../members/member-messages.ts'
import { type CustomerRow, customerColumns } from './customer.ts'
import { CustomerParams, customerResource, userIdOf } from './customer-resource.ts'
import { anonymousCustomer, claimUnpaidOrders, ERASED } from './forget-customer.ts'
import { homeAdded } from './home.ts'
import { lockCustomers } from './lock-customers.ts'
import { mergeCredits } from './merge-credits.ts'

const Body = Input({
  duplicate_customer_id: Text(64, { description: 'org_customer_id of the one who is the same person' }),
})

export const mergeCustomers: Operation = (app, deps) =>
  app.post(
    `${customerResource.itemPath}/merge`,
    {
      config: { scope: 'customers:manage', needsProof: true, effects: ['erased'] },
      schema: {
        operationId: 'mergeCustomers',
        summary: 'Merge two customers',
        description:
          'Orders, memberships, baskets and sign-on identities of the duplicate become this customer’s, who keeps what is known ' +
          'and gets what was not; the duplicate stays as one who was erased. Memberships of both stay, each with its number, ' +
          'barcode and seat. Cannot be undone; the audit log has what was moved.',
        tags: [customerResource.tag],
        params: CustomerParams,
        body: Body,
        response: { 200: customerResource.schema },
      },
    },
    (request, reply) =>
      inChange(customerResource, deps, request, reply, async (at) => {
        const userId = await userIdOf(at.orgId, at.tx, request.params.customer_id)
        const duplicateId = await duplicateOf(at, request.body.duplicate_customer_id)
        if (duplicateId === userId) throw invalid('duplicate_customer_id', 'A customer cannot be merged with itself.')()
        // A checkout has its basket before it asks for orders and customers, and so have we.
        const baskets = await moveBaskets(at, duplicateId, userId)
        const unpaidOrderIds = await lockCustomers(at, [userId, duplicateId])
        const duplicate = await findLocked(at, duplicateId)
        const keeper = await findLocked(at, userId)
        if ([keeper, duplicate].some(({ org_customer_id }) => org_customer_id.startsWith(ERASED)))
          throw new ApiError('state_conflict', { message: 'One of the customers has been erased.' })
        await claimUnpaidOrders(at, userId, unpaidOrderIds)
        const moved = { ...(await moveAll(at, duplicateId, userId)), baskets }
        // The duplicate lets go of the address first, which no two customers have.
        await updateRow(customerResource, at, duplicateId, () => anonymousCustomer(at), 'merged')
        const customer = await updateRow(customerResource, at, userId, (row) => filled(row, duplicate))
        const after = { merged_user_id: duplicateId, ...moved }
        const entry = { action: 'customer.merged_with', objectType: 'customer', objectId: userId, after }
        await record(at.tx, at.clock, request, entry)
        if (moved.membership_member_ids.length > 0)
          await publishMembersUpdated(at.orgId, at.tx, at.clock, moved.membership_member_ids)
        return customer
      }),
  )

async function duplicateOf({ orgId, tx }: ChangeContext, customerId: string): Promise<number> {
  try {
    return await userIdOf(orgId, tx, customerId)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'resource_missing')) throw error
    const message = 'duplicate_customer_id names nothing that exists.'
    throw new ApiError('resource_missing', { param: 'duplicate_customer_id', message })
  }
}

async function findLocked({ orgId, tx }: ChangeContext, userId: number): Promise<CustomerRow> {
  const [row] = await tx<CustomerRow[]>`
    select ${customerColumns(tx)}
    from customers
    where org_id = ${orgId}
      and user_id = ${userId}`
  if (!row) throw new Error('a customer that was locked is gone')
  return row
}

/** Everything that names the duplicate names the other afterwards. A test asks the database for tables that were forgotten. */
async function moveAll({ tx, orgId, clock }: ChangeContext, fromId: number, toId: number) {
  const now = clock(orgId)
  const orders = await tx<{ order_id: number }[]>`
    update orders
    set user_id = ${toId}, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${fromId}
    returning order_id`
  await tx`
    update debts
    set user_id = ${toId}
    where org_id = ${orgId}
      and user_id = ${fromId}`
  await tx`
    update payment_means
    set user_id = ${toId}, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${fromId}`
  await tx`
    update mandates
    set user_id = ${toId}, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${fromId}`
  await mergeCredits(orgId, tx, now, fromId, toId)
  const members = await moveMembers(tx, orgId, now, fromId, toId)
  await mergeTags(tx, orgId, fromId, toId)
  const identities = await tx`
    update sso_identities
    set user_id = ${toId}, changed_at = ${now}
    where org_id = ${orgId}
      and user_id = ${fromId}
    returning 1 as one`
  return {
    order_ids: orders.map(({ order_id }) => order_id),
    membership_member_ids: members.map(({ membership_member_id }) => membership_member_id),
    sso_identities: identities.length,
  }
}

/** Answers how many. */
async function moveBaskets({ tx, orgId, clock }: ChangeContext, fromId: number, toId: number): Promise<number> {
  const baskets = await tx`
    update baskets
    set user_id = ${toId}
    where org_id = ${orgId}
      and user_id = ${fromId}
    returning 1 as one`
  await tx`
    update basket_proofs
    set user_id = ${toId}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and user_id = ${fromId}`
  return baskets.length
}

/** As many as a customer can have; the duplicate has none after it. */
async function mergeTags(
  tx: ChangeContext['tx'],
  orgId: ChangeContext['orgId'],
  fromId: number,
  toId: number,
): Promise<void> {
  await tx`
    update customers
    set tags = array(
      select distinct given.tag
      from customers c
      cross join lateral unnest(c.tags) as given (tag)
      where c.org_id = ${orgId}
        and c.user_id = any (${[fromId, toId]}::bigint[])
      order by given.tag
      limit 20
    )
    where org_id = ${orgId}
      and user_id = ${toId}`
  await tx`
    update customers
    set tags = '{}'
    where org_id = ${orgId}
      and user_id = ${fromId}`
}

/** Members with the same name on both sides are one person from now on. */
const moveMembers = (tx: ChangeContext['tx'], orgId: ChangeContext['orgId'], now: Date, fromId: number, toId: number) =>
  tx<{ membership_member_id: number }[]>`
    update members m
    set user_id = ${toId}, changed_at = ${now}, person_id = coalesce((
      select p.person_id
      from members p
      where p.org_id = ${orgId}
        and p.user_id = ${toId}
        and lower(p.first_name) = lower(m.first_name)
        and lower(p.last_name) = lower(m.last_name)
        and p.person_id is not null
      order by p.membership_member_id
      limit 1
    ), m.person_id)
    where m.org_id = ${orgId}
      and m.user_id = ${fromId}
    returning m.membership_member_id`

/** What is not known of the one is taken from the other; consent goes with the address that it was given for, and a later no counts. */
function filled(keeper: CustomerRow, duplicate: CustomerRow): Partial<CustomerRow> {
  const fields = ['first_name', 'last_name', 'mobile_number', 'company_name'] as const
  const missing = fields.filter((name) => keeper[name] === null && duplicate[name] !== null)
  const takesAddress = keeper.email_address === null && duplicate.email_address !== null
  const { email_address, marketing_emails, marketing_emails_at, marketing_emails_source } = duplicate
  const consent = { marketing_emails, marketing_emails_at, marketing_emails_source }
  const saidNoLater =
    keeper.marketing_emails &&
    !marketing_emails &&
    marketing_emails_at !== null &&
    marketing_emails_at > (keeper.marketing_emails_at ?? new Date(0))
  return {
    ...Object.fromEntries(missing.map((name) => [name, duplicate[name]])),
    ...homeAdded(keeper, duplicate),
    ...(takesAddress && { email_address, new_event_notifications: duplicate.new_event_notifications }),
    ...((takesAddress || saidNoLater) && consent),
  }
}
