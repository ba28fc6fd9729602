import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { leaveSeason } from './join-season.ts'
import { Season } from './season.ts'
import { lockEvent, SeasonEventParams, seasonEventPath, touchSeason, withPools } from './season-event.ts'

export const removeSeasonEvent: Operation = (app, deps) =>
  app.delete(
    seasonEventPath,
    {
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'removeSeasonEvent',
        summary: 'Take an event out of a season',
        description:
          'Its season seats are for sale there, and its members are not let in. An event that is over stays.',
        tags: ['Seasons'],
        params: SeasonEventParams,
        response: { 200: Season },
      },
    },
    (request, reply) =>
      inChange(withPools, deps, request, reply, async (at) => {
        const { season_id: seasonId, event_id: eventId } = request.params
        await lockEvent(at, eventId)
        return touchSeason(at, seasonId, 'event_removed', () =>
          leaveSeason(at.orgId, at.tx, at.clock(at.orgId), seasonId, eventId),
        )
      }),
  )
