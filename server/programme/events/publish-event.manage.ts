import type { Static } from 'typebox'
import { unixSeconds } from '../../platform/values/clock.ts'
import { stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { membersNotAdmitted } from '../seasons/not-admitted.ts'
import type { Event } from './event.ts'
import { events } from './event-resource.ts'
import { stepTo } from './event-step.ts'

/*
 * Operations (written by npm run openapi):
 * publishEvent
 */

/** No refusals: scripts publish first and add prices later, and a past event is published to hold what was imported. */
/** Members of the event's seasons whose cards open no gate. */
async function countNotAdmitted({ orgId, tx, clock }: ChangeContext, eventId: number): Promise<number> {
  const isOfEvent = tx`y.season_id in (
    select v.season_id
    from season_events v
    where v.org_id = ${orgId}
      and v.event_id = ${eventId}
  )`
  const [row] = await tx<{ members: number }[]>`
    select ${membersNotAdmitted(orgId, tx, clock(orgId), isOfEvent)} as members`
  return row?.members ?? 0
}

async function findWarnings(event: Static<typeof Event>, at: ChangeContext) {
  const { orgId, tx, clock } = at
  const { event_id: eventId, event_end_unix, event_start_unix } = event
  const [price] = await tx`
    select 1 as one
    from prices p
    join price_categories c on c.org_id = ${orgId} and c.price_category_id = p.price_category_id
    where p.org_id = ${orgId}
      and p.event_id = ${Number(eventId)}
      and p.price_status = 'active'
      and c.price_category_status = 'active'
      and (p.show_online or p.show_boxoffice)
    limit 1`
  const isOver = (event_end_unix ?? event_start_unix) <= unixSeconds(clock(orgId))
  const withoutPrices = {
    code: 'event_without_prices' as const,
    message: `The event has no price on offer: POST /v1/manage/events/${eventId}/prices makes one.`,
  }
  const over = {
    code: 'event_over' as const,
    message: `The event was on ${event.formatted_full_event_start_date} and is over: nothing is sold for it.`,
  }
  const members = isOver ? 0 : await countNotAdmitted(at, Number(eventId))
  const notAdmitted = {
    code: 'members_not_admitted' as const,
    message: `${members} of its season members would be turned away: give their membership type game_day_access 1.`,
  }
  return [...(price ? [] : [withoutPrices]), ...(isOver ? [over] : []), ...(members > 0 ? [notAdmitted] : [])]
}

export const publishEvent = stepOf(
  events,
  {
    verb: 'publish',
    done: 'published',
    summary: 'Publish an event',
    description:
      'A draft goes live: its prices can be sold, and publishable keys see it if it is public. `warnings` say what would ' +
      'keep it from being sold: it has no price that is on offer (event_without_prices), or lies in the past (event_over); or whom its gates would turn away: ' +
      'season members whose card does not open a gate (members_not_admitted).',
  },
  (event, { clock, orgId }) => ({ ...stepTo(event, 'publish'), published_at: clock(orgId) }),
  async (event, at) => ({ warnings: await findWarnings(event, at) }),
)
