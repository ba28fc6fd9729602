import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { OrgId } from '../access/principal.ts'
import { requireEvent } from '../events/require-event.ts'
import { Id, Input, Integer } from '../kit/schema.ts'
import { createSlots } from '../kit/slots.ts'
import type { Operation } from '../operation.ts'
import { readFigures, readMark } from './live-figures.ts'
import { createTopic, type Topic } from './live-topic.ts'

const VIEWERS_MAX = { all: 200, each: 50 }
const PACE = { everyMs: 1000, anywayMs: 15_000 }
const HEARTBEAT_MS = 15_000
/** A viewer comes back with its key after this, so that one that was revoked does not look on for ever. */
const LOOK_MS = 3_600_000
/** A reader so far behind is spared a frame; the next one says everything again. */
const BEHIND_BYTES = 256 * 1024

const stream = {
  description: 'Server-sent events. `data` of each `figures` is a LiveFigures object.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

export const watchEvent: Operation = (app, { sql, clock }) => {
  const topics = new Map<string, Topic>()
  const open = new Set<Readable>()
  const slots = createSlots(VIEWERS_MAX)
  app.addHook('preClose', async () => {
    for (const viewer of open) viewer.push(null)
  })

  const topicOf = (orgId: OrgId, eventId: number): Topic => {
    const name = `${orgId}/${eventId}`
    const there = topics.get(name)
    if (there) return there
    const topic = createTopic(
      {
        mark: () => readMark(orgId, sql, eventId),
        figures: async () => JSON.stringify(await readFigures(orgId, sql, clock(), eventId)),
        onFailure: (err) => app.log.error({ err, event_id: eventId }, 'live figures could not be read'),
      },
      PACE,
    )
    topics.set(name, topic)
    return topic
  }

  app.get(
    '/v1/manage/events/:event_id/live',
    {
      config: { scope: 'manage', unhurried: true },
      schema: {
        operationId: 'watchEvent',
        summary: 'Watch an event’s gates live',
        description:
          'Entries, exits, people inside and refusals, per gate and per minute, at once and then whenever they change. Comes to an end after an hour, or when the server stops: connect again.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({
          frames: Type.Optional(Integer({ minimum: 1, maximum: 1000, description: 'end after so many' })),
        }),
        response: { 200: stream },
      },
    },
    async ({ orgId, params, query, method }, reply) => {
      await requireEvent(orgId, sql, params.event_id)
      if (method === 'HEAD') return reply.type('text/event-stream').send('')
      const giveBack = slots.take(orgId)
      const viewer = viewerOf(topicOf(orgId, params.event_id), query.frames ?? Number.POSITIVE_INFINITY)
      open.add(viewer)
      viewer.once('close', () => {
        open.delete(viewer)
        giveBack()
        const name = `${orgId}/${params.event_id}`
        if (topics.get(name)?.viewers === 0) topics.delete(name)
      })
      return reply.type('text/event-stream').send(viewer)
    },
  )
}

function viewerOf(topic: Topic, framesMax: number): Readable {
  let frames = 0
  const viewer = new Readable({ read() {} })
  const seat = {
    show(frame: string) {
      if (frames >= framesMax || viewer.readableLength > BEHIND_BYTES) return
      frames += 1
      viewer.push(`id: ${frames}\nevent: figures\ndata: ${frame}\n\n`)
      if (frames < framesMax) return
      viewer.push(null)
      topic.leave(seat)
    },
  }
  const heartbeat = setInterval(() => viewer.push(': still here\n\n'), HEARTBEAT_MS).unref()
  const limit = setTimeout(() => viewer.push(null), LOOK_MS).unref()
  viewer.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(limit)
    topic.leave(seat)
  })
  topic.join(seat)
  return viewer
}
