import { Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { Drawn } from '../../programme/event-seats/drawing.ts'
import { sendPacked } from '../../programme/event-seats/packed-answer.ts'
import { drawingAnswer, Version } from '../../programme/event-seats/retrieve-event-seat-drawing.ts'
import { NO_SEASON_SEATS } from './retrieve-season-seats.ts'
import type { SeasonMapDeps } from './season-map.ts'

const SeasonSeatDrawing = Type.Object(
  { season_id: Type.Integer(), ...Drawn.properties },
  { title: 'SeasonSeatDrawing' },
)

export const retrieveSeasonSeatDrawing: Operation<SeasonMapDeps> = (app, { seasonMap }) =>
  app.get(
    '/v1/storefront/seasons/:season_id/seats/:version',
    {
      config: { scope: 'prices:read', publishable: 'public' },
      schema: {
        operationId: 'retrieveSeasonSeatDrawing',
        summary: 'Retrieve the drawing of a season’s seats',
        description:
          'As of an event, without price categories: a seat costs what the membership costs. It never changes, and may be kept for ever.',
        tags: ['Storefront'],
        params: Input({ season_id: Id(), version: Version }),
        response: { 200: SeasonSeatDrawing },
      },
    },
    async ({ view, headers, params: { season_id: seasonId, version } }, reply) => {
      const seats = await seasonMap.now(view, seasonId)
      if (!seats) throw new ApiError('resource_missing', { message: NO_SEASON_SEATS })
      if (seats.version !== version) throw new ApiError('resource_missing', { message: GONE })
      sendPacked(reply, drawingAnswer(seats, headers))
      return reply
    },
  )

const GONE = 'The drawing has changed: retrieve the season’s seats for its version.'
