import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { readFigures, readMark } from './live-figures.ts'
import { createTopic, type Topic } from './live-topic.ts'

const VIEWERS_MAX = { all: 200, each: 50 }
const PACE = { everyMs: 1000, anywayMs: 15_000 }
const HEARTBEAT_MS = 15_000
const LOOK_MS = HOUR_MS
/** A reader so far behind is spared a frame; the next one says everything again. */
const BEHIND_BYTES = 256 * 1024

const eventStream = {
  description: 'Server-sent events. `data` of each `figures` is a LiveFigures object.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

export const watchEvent: Operation = (app, { sql, clock }) => {
  const topics = new Map<string, Topic>()
  const streams = new Set<Readable>()
  const slots = createSlots(VIEWERS_MAX)
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.push(null)
  })

  const topicOf = (orgId: OrgId, eventId: number): Topic => {
    const name = `${orgId}/${eventId}`
    const running = topics.get(name)
    if (running) return running
    const topic = createTopic(
      {
        mark: () => readMark(orgId, sql, eventId),
        figures: async () => JSON.stringify(await sql.readLong((tx) => readFigures(orgId, tx, clock(), eventId))),
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
          'Entries, exits, people inside and refusals, per gate and per minute, at once and then whenever they change. Comes to an end after an hour, when its key is revoked, its organisation suspended, or when the server stops: connect again.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({
          frames: Type.Optional(Integer({ minimum: 1, maximum: 1000, description: 'end after so many' })),
        }),
        response: { 200: eventStream },
      },
    },
    async ({ orgId, params, query, method }, reply) => {
      await requireEvent(orgId, sql, params.event_id)
      if (method === 'HEAD') return reply.type('text/event-stream').send('')
      const giveBack = slots.take(orgId)
      const stream = openStream(topicOf(orgId, params.event_id), query.frames ?? Number.POSITIVE_INFINITY)
      streams.add(stream)
      stream.once('close', () => {
        streams.delete(stream)
        giveBack()
        const name = `${orgId}/${params.event_id}`
        if (topics.get(name)?.viewers === 0) topics.delete(name)
      })
      return reply.type('text/event-stream').send(stream)
    },
  )
}

/** Server-sent events of the topic, with a comment now and then so that proxies keep the connection. */
function openStream(topic: Topic, framesMax: number): Readable {
  let frames = 0
  const stream = new Readable({ read() {} })
  const viewer = {
    show(frame: string) {
      if (frames >= framesMax || stream.readableLength > BEHIND_BYTES) return
      frames += 1
      stream.push(`id: ${frames}\nevent: figures\ndata: ${frame}\n\n`)
      if (frames < framesMax) return
      stream.push(null)
      topic.leave(viewer)
    },
  }
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS).unref()
  const limit = setTimeout(() => stream.push(null), LOOK_MS).unref()
  stream.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(limit)
    topic.leave(viewer)
  })
  topic.join(viewer)
  return stream
}
