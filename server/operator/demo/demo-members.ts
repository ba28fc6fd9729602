import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { forgetCounted } from '../../sales/figures/count-takings.ts'
import { blocksOf, copyTables, drawIds, refreshStatistics } from './bulk.ts'
import { findBuyers } from './buyers.ts'
import { type DemoCatalogue, ensureDemoCatalogue } from './demo-catalogue.ts'
import { ensureDemoCustomers } from './demo-customers.ts'
import { DEMO_NOW, type DemoOptions } from './demo-day.ts'
import { ensureDemoSeats } from './demo-seats.ts'
import { memberNumber, memberOf, SEATED_EACH } from './member-of.ts'
import {
  instalmentPaymentRow,
  instalmentRow,
  type JoinedMember,
  memberRow,
  membershipLineRow,
  membershipOrderRow,
} from './member-rows.ts'

const TABLES = ['orders', 'members', 'order_lines', 'instalments', 'payments', 'seats'] as const

/** Adds so many members, with what they owe and paid, after those of earlier calls. Answers the rows of all tables. */
export async function addDemoMembers(
  orgId: OrgId,
  tx: Db,
  count: number,
  { today = DEMO_NOW, onRows }: DemoOptions = {},
): Promise<number> {
  const customers = await ensureDemoCustomers(orgId, tx, count, today)
  const catalogue = await ensureDemoCatalogue(orgId, tx, today)
  const first = (await lastDemoMember(orgId, tx)) + 1
  const seatsWanted = Math.floor((first + count) / SEATED_EACH)
  const seats = await ensureDemoSeats(orgId, tx, catalogue.seatMapId, seatsWanted, today)
  let rows = 0
  let blocks = 0
  for (const numbers of blocksOf(first, count)) {
    rows += await addBlock(orgId, tx, numbers, { customers, catalogue, seats, today })
    blocks += 1
    if (count > numbers.length) await refreshStatistics(tx, TABLES, blocks)
    onRows?.(numbers.length)
  }
  await forgetCounted(orgId, tx)
  return rows
}

/** The number of the last one; the first has 1. */
async function lastDemoMember(orgId: OrgId, tx: Db): Promise<number> {
  const [row] = await tx<{ member_number: string }[]>`
    select member_number
    from members
    where org_id = ${orgId}
      and member_number between ${memberNumber(0)} and ${memberNumber(999_999_999)}
      and member_number ~ '^D[0-9]{9}$'
    order by member_number desc
    limit 1`
  return row ? Number(row.member_number.slice(1)) : 0
}

type Setting = { customers: number; catalogue: DemoCatalogue; seats: (number | null)[]; today: Date }

async function addBlock(orgId: OrgId, tx: Db, numbers: number[], { customers, catalogue, seats, today }: Setting) {
  const buyerOf = await findBuyers(orgId, tx, numbers, customers)
  const drafts = numbers.map((n) => ({
    ...memberOf(n, seatOf(n, seats), catalogue, today),
    n,
    buyer: buyerOf(n),
    currency: catalogue.currency,
  }))
  const instalmentCount = drafts.reduce((sum, { instalments }) => sum + instalments.length, 0)
  const ids = await drawIds(tx, {
    members: numbers.length,
    orders: numbers.length,
    instalments: instalmentCount,
  })
  const members = drafts.map(
    (draft): JoinedMember => ({
      ...draft,
      memberId: ids.members(),
      orderId: ids.orders(),
      instalments: draft.instalments.map((item) => ({ ...item, id: ids.instalments() })),
    }),
  )
  const rowsOf = {
    orders: members.map((member) => membershipOrderRow(orgId, member)),
    members: members.map((member) => memberRow(orgId, member)),
    order_lines: members.map((member) => membershipLineRow(orgId, member)),
    instalments: members.flatMap((member) =>
      member.instalments.map((item, at) => instalmentRow(orgId, member, item, at)),
    ),
    payments: members.flatMap((member) =>
      member.instalments
        .filter(({ paidAt }) => paidAt !== null)
        .map((item) => instalmentPaymentRow(orgId, member, item)),
    ),
  }
  return copyTables(tx, rowsOf)
}

const seatOf = (n: number, seats: (number | null)[]): number | null =>
  n % SEATED_EACH === 0 ? (seats[n / SEATED_EACH - 1] ?? null) : null
