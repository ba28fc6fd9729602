import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { sendPacked } from '../../programme/event-seats/packed-answer.ts'
import { answerWith, Revision, seatsNow } from '../../programme/event-seats/retrieve-event-seats.ts'
import type { SeatsNow } from '../../programme/event-seats/revisions.ts'
import type { SeasonMapDeps } from './season-map.ts'

const SeasonSeats = Type.Object({ season_id: Type.Integer(), ...seatsNow }, { title: 'SeasonSeats' })

export const retrieveSeasonSeats: Operation<SeasonMapDeps> = (app, { seasonMap }) =>
  app.get(
    '/v1/storefront/seasons/:season_id/seats',
    {
      config: {
        scope: 'prices:read',
        publishable: 'public',
        early({ raw: { url = '', headers } }, view) {
          const asked = PLAIN_URL.exec(url)
          const seats = asked ? seasonMap.atHand(view, Number(asked[1])) : undefined
          return seats ? answerWith(seats, headers, asked?.[2]) : undefined
        },
      },
      schema: {
        operationId: 'retrieveSeasonSeats',
        summary: 'Retrieve which seats of a season are free',
        description: [
          'Free is a seat that can be had at every event of the season that is to come. As of an event: ask again with `since` for what changed;',
          'where the seats are is in the drawing of this `version`. At most five seconds old, however many ask. A publishable key sees the seasons',
          'of memberships that are on sale online, and never who has a seat.',
        ].join(' '),
        tags: ['Storefront'],
        params: Input({ season_id: Id() }),
        querystring: Input({ since: Type.Optional(Revision) }),
        response: { 200: SeasonSeats },
      },
    },
    (request, reply) => {
      const answer = (seats: SeatsNow | undefined) => {
        if (!seats) throw new ApiError('resource_missing', { message: NO_SEASON_SEATS })
        sendPacked(reply, answerWith(seats, request.headers, request.query.since))
      }
      // Without a promise while it is in memory: a crowd asks.
      const seats = seasonMap.now(request.view, request.params.season_id)
      return seats instanceof Promise ? seats.then(answer) : answer(seats)
    },
  )

/** Seat maps request exactly this form, which skips the router. */
const PLAIN_URL = /^\/v1\/storefront\/seasons\/([1-9][0-9]{0,14})\/seats(?:\?since=([A-Za-z0-9_-]{16}))?$/

export const NO_SEASON_SEATS = 'There is no such season, or it has no seats.'
