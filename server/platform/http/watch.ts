import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { HOUR_MS } from '../values/durations.ts'
import type { App } from './app.ts'
import { createTopic, type Reader, type Topic } from './live-topic.ts'
import { Integer } from './schema.ts'
import { createSlots } from './slots.ts'

/** Streams at once: of one process, and of one organisation in it. */
const VIEWERS_MAX = { all: 200, each: 50 }
const PACE = { everyMs: 1000, anywayMs: 15_000 }
const HEARTBEAT_MS = 15_000
const LOOK_MS = HOUR_MS
/** A reader so far behind is spared a frame; the next one says everything again. */
const BEHIND_BYTES = 256 * 1024

export const Frames = Type.Optional(Integer({ minimum: 1, maximum: 1000, description: 'end after so many' }))

/** The answer of an operation that streams objects of this kind. */
export const figuresStream = (kind: string) => ({
  description: `Server-sent events. \`data\` of each \`figures\` is a ${kind} object.`,
  content: { 'text/event-stream': { schema: { type: 'string' } } },
})

/** `frames` is how many are wanted; without it, as many as there are within an hour. */
type Look = { orgId: number; id: number; frames: number | undefined; reader: () => Reader }

/**
 * Streams of figures of one kind, one reading for all who look at the same. They end when the server does; how their keys end
 * them is in access.
 */
export function createWatch(app: App): (look: Look) => Readable {
  const topics = new Map<string, Topic>()
  const streams = new Set<Readable>()
  const slots = createSlots(VIEWERS_MAX)
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.push(null)
  })
  return ({ orgId, id, frames, reader }) => {
    const giveBack = slots.take(orgId)
    const name = `${orgId}/${id}`
    const topic = topics.get(name) ?? createTopic(reader(), PACE)
    topics.set(name, topic)
    const stream = openStream(topic, frames ?? Number.POSITIVE_INFINITY)
    streams.add(stream)
    stream.once('close', () => {
      streams.delete(stream)
      giveBack()
      if (topic.viewers === 0 && topics.get(name) === topic) topics.delete(name)
    })
    return stream
  }
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
