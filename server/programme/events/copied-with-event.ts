import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { joinSeasons } from '../seasons/join-season.ts'

/** One event made of another. What depends on the day moves along with it, by `shiftSeconds`. */
export type EventCopy = {
  orgId: OrgId
  tx: Tx
  now: Date
  from: number
  to: number
  shiftSeconds: number
  /** Ids of what was copied before, old to new, by kind. */
  ids: { categories: Map<number, number>; prices: Map<number, number> }
}

/**
 * All that a copy of an event takes along, in the order in which it is written. A new kind of thing that belongs to an event is added here.
 * Not copied: what was sold, held, scanned or archived, keys, and discount codes, which are the organisation's and each there once.
 */
export const copiedWithEvent: { kind: string; copy(copy: EventCopy): Promise<void> }[] = [
  { kind: 'price categories', copy: copyCategories },
  { kind: 'gates of categories', copy: copyGates },
  { kind: 'seat sections of categories', copy: copySections },
  { kind: 'prices', copy: copyPrices },
  { kind: 'membership types of prices', copy: copyMembershipTypes },
  { kind: 'questions', copy: copyQuestions },
  // Those of the copy's own day; the pools in which its season seats count are there by now.
  { kind: 'seasons', copy: ({ orgId, tx, now, to }) => joinSeasons(orgId, tx, now, to, undefined) },
]

async function copyCategories({ orgId, tx, now, from, to, ids }: EventCopy): Promise<void> {
  const rows = await tx<{ price_category_id: number }[]>`
    select price_category_id
    from price_categories
    where org_id = ${orgId}
      and event_id = ${from}
      and price_category_status <> 'archived'
    order by price_category_id`
  for (const { price_category_id: oldId } of rows) {
    const [row] = await tx<{ price_category_id: number }[]>`
      insert into price_categories (
        org_id, event_id, title, section_label, price_category_status, order_by, capacity, translations, created_at, changed_at
      )
      select org_id, ${to}, title, section_label, price_category_status, order_by, capacity, translations, ${now}, ${now}
      from price_categories
      where org_id = ${orgId}
        and price_category_id = ${oldId}
      returning price_category_id`
    if (row) ids.categories.set(oldId, row.price_category_id)
  }
}

async function copyGates({ orgId, tx, now, ids }: EventCopy): Promise<void> {
  for (const [oldId, newId] of ids.categories) {
    await tx`
      insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
      select org_id, ${newId}, gate_id, ${now}
      from price_category_gates
      where org_id = ${orgId}
        and price_category_id = ${oldId}`
  }
}

async function copySections({ orgId, tx, now, to, ids }: EventCopy): Promise<void> {
  for (const [oldId, newId] of ids.categories) {
    await tx`
      insert into price_category_sections (org_id, event_id, seat_map_id, seat_section_id, price_category_id, created_at)
      select org_id, ${to}, seat_map_id, seat_section_id, ${newId}, ${now}
      from price_category_sections
      where org_id = ${orgId}
        and price_category_id = ${oldId}`
  }
}

async function copyPrices({ orgId, tx, now, from, to, shiftSeconds, ids }: EventCopy): Promise<void> {
  const rows = await tx<{ price_id: number; price_category_id: number }[]>`
    select price_id, price_category_id
    from prices
    where org_id = ${orgId}
      and event_id = ${from}
      and price_status <> 'archived'
    order by price_id`
  for (const { price_id: oldId, price_category_id } of rows) {
    const categoryId = ids.categories.get(price_category_id)
    if (categoryId === undefined) continue
    const [row] = await tx<{ price_id: number }[]>`
      insert into prices (
        org_id, event_id, price_category_id, title, price_minor, rebate_minor, service_fee_minor, service_tax_minor, group_ticket,
        tickets_included, available_from, available_until, membership_type_id, show_online, show_boxoffice, scanning_flag,
        price_status, order_by, limit_places, max_per_order, max_per_customer, max_per_member, concession, gate_check,
        translations, created_at, changed_at
      )
      select org_id, ${to}, ${categoryId}, title, price_minor, rebate_minor, service_fee_minor, service_tax_minor, group_ticket,
        tickets_included, available_from + make_interval(secs => ${shiftSeconds}),
        available_until + make_interval(secs => ${shiftSeconds}), membership_type_id, show_online, show_boxoffice,
        scanning_flag, price_status, order_by, limit_places, max_per_order, max_per_customer, max_per_member, concession,
        gate_check, translations, ${now}, ${now}
      from prices
      where org_id = ${orgId}
        and price_id = ${oldId}
      returning price_id`
    if (row) ids.prices.set(oldId, row.price_id)
  }
}

async function copyMembershipTypes({ orgId, tx, now, ids }: EventCopy): Promise<void> {
  for (const [oldId, newId] of ids.prices) {
    await tx`
      insert into price_membership_types (org_id, price_id, membership_type_id, created_at)
      select org_id, ${newId}, membership_type_id, ${now}
      from price_membership_types
      where org_id = ${orgId}
        and price_id = ${oldId}`
  }
}

async function copyQuestions({ orgId, tx, now, from, to }: EventCopy): Promise<void> {
  const { count } = await tx`
    insert into questions (
      org_id, event_id, key, kind, asked_of, title, description, choices, required, show_at_gate, order_by, question_status,
      translations, created_at, changed_at
    )
    select org_id, ${to}, key, kind, asked_of, title, description, choices, required, show_at_gate, order_by,
      question_status, translations, ${now}, ${now}
    from questions
    where org_id = ${orgId}
      and event_id = ${from}
      and question_status <> 'archived'`
  if (count === 0) return
  await tx`
    update events
    set asks_questions = (
      select asks_questions
      from events
      where org_id = ${orgId}
        and event_id = ${from}
    )
    where org_id = ${orgId}
      and event_id = ${to}`
}
