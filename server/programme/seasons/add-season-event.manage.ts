import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { joinSeason } from './join-season.ts'
import { Season } from './season.ts'
import { lockEvent, SeasonEventParams, seasonEventPath, touchSeason, withPools } from './season-event.ts'

export const addSeasonEvent: Operation = (app, deps) =>
  app.put(
    seasonEventPath,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'addSeasonEvent',
        summary: 'Add an event to a season',
        description:
          'Its season seats are taken in the event from now on. 409 seat_taken when one of them is sold there already; `seat_ids` names the first.',
        tags: ['Seasons'],
        params: SeasonEventParams,
        response: { 200: Season },
      },
    },
    (request, reply) =>
      inChange(withPools, deps, request, reply, async (at) => {
        const { season_id: seasonId, event_id: eventId } = request.params
        await lockEvent(at, eventId)
        return touchSeason(at, seasonId, 'event_added', () =>
          joinSeason(at.orgId, at.tx, at.clock(at.orgId), seasonId, eventId, 'season_id'),
        )
      }),
  )
