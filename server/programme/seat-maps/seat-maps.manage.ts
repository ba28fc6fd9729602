import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { listOf } from '../../resources/read-operations.ts'
import { catalogueStatus, eventStatus } from '../statuses.ts'
import { seatMaps } from './seat-map.ts'

/*
 * Operations (written by npm run openapi):
 * archiveSeatMap, changeSeatMap, listSeatMaps
 */

const Body = Input({ title: Text(200), venue_id: Type.Optional(Nullable(Id())) })

export const manageSeatMaps: Operation[] = [
  listOf(seatMaps),
  changeOf(seatMaps, Body, (body) => body),
  stepOf(
    seatMaps,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a seat map',
      description: 'Refused while a membership category, a season, or an event that is a draft or live, uses it.',
    },
    async (map, at) => {
      await refuseInUse(at, map.seat_map_id)
      return { seat_map_status: 'archived' }
    },
  ),
]

async function refuseInUse({ tx, orgId }: ChangeContext, seatMapId: number): Promise<void> {
  const [use] = await tx<{ category: boolean; event: boolean; season: boolean }[]>`
    select
      exists (
        select 1
        from membership_categories
        where org_id = ${orgId}
          and membership_seat_map_id = ${seatMapId}
          and status <> ${catalogueStatus.archived}
      ) as category,
      exists (
        select 1
        from events
        where org_id = ${orgId}
          and seat_map_id = ${seatMapId}
          and event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      ) or exists (
        select 1
        from events
        where org_id = ${orgId}
          and membership_seat_map_id = ${seatMapId}
          and event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      ) as event,
      exists (
        select 1
        from seasons
        where org_id = ${orgId}
          and seat_map_id = ${seatMapId}
          and season_status = 'active'
      ) as season`
  const users = [use?.category && 'a membership category', use?.event && 'an event', use?.season && 'a season'].filter(
    Boolean,
  )
  if (users.length > 0) throw new ApiError('state_conflict', { message: `${users.join(' and ')} still uses the map.` })
}
