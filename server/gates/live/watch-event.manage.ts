import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { OrgId, Principal } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import { createSlots } from '../../platform/http/slots.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import { runPeriodically } from '../../platform/process/periodic.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { readFigures, readMark } from './live-figures.ts'
import { createTopic, type Topic } from './live-topic.ts'

const VIEWERS_MAX = { all: 200, each: 50 }
const PACE = { everyMs: 1000, anywayMs: 15_000 }
const HEARTBEAT_MS = 15_000
const LOOK_MS = HOUR_MS
/** A key that was revoked ends everywhere within five seconds, here too. */
const KEYS_EVERY_MS = 2000
/** A reader so far behind is spared a frame; the next one says everything again. */
const BEHIND_BYTES = 256 * 1024

const eventStream = {
  description: 'Server-sent events. `data` of each `figures` is a LiveFigures object.',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
}

export const watchEvent: Operation = (app, { sql, clock }) => {
  const topics = new Map<string, Topic>()
  const streams = new Map<Readable, Principal>()
  const slots = createSlots(VIEWERS_MAX)
  const looking = runPeriodically(
    [{ name: 'keys of live views', everyMs: KEYS_EVERY_MS, run: () => endRevoked(sql, clock(), streams) }],
    (name, err) => app.log.error({ err }, `${name} could not be read`),
  )
  app.addHook('preClose', async () => {
    await looking.stop()
    for (const stream of streams.keys()) stream.push(null)
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
          'Entries, exits, people inside and refusals, per gate and per minute, at once and then whenever they change. Comes to an end after an hour, when its key is revoked, or when the server stops: connect again.',
        tags: ['Gates'],
        params: Input({ event_id: Id() }),
        querystring: Input({
          frames: Type.Optional(Integer({ minimum: 1, maximum: 1000, description: 'end after so many' })),
        }),
        response: { 200: eventStream },
      },
    },
    async ({ orgId, principal, params, query, method }, reply) => {
      await requireEvent(orgId, sql, params.event_id)
      if (method === 'HEAD') return reply.type('text/event-stream').send('')
      const giveBack = slots.take(orgId)
      const stream = openStream(topicOf(orgId, params.event_id), query.frames ?? Number.POSITIVE_INFINITY)
      streams.set(stream, principal)
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

/** Ends the streams whose key no longer works; one question for each organisation whose staff look on. */
async function endRevoked(sql: Sql, now: Date, streams: Map<Readable, Principal>): Promise<void> {
  for (const [orgId, group] of Map.groupBy(streams, ([, principal]) => principal.orgId)) {
    const keyIds = group.map(([, { keyId }]) => keyId)
    const workingKeyIds = await findWorkingKeys(orgId, sql, now, keyIds)
    for (const [stream, { keyId }] of group) if (!workingKeyIds.has(keyId)) stream.push(null)
  }
}

async function findWorkingKeys(orgId: OrgId, sql: Sql, now: Date, keyIds: number[]): Promise<Set<number>> {
  const rows = await sql<{ key_id: number }[]>`
    select key_id
    from api_keys
    where org_id = ${orgId}
      and key_id = any (${keyIds}::bigint[])
      and revoked_at is null
      and (expires_at is null or expires_at > ${now})`
  return new Set(rows.map(({ key_id }) => key_id))
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
