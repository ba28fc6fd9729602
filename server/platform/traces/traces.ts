import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Observer } from '../postgres/observer.ts'
import type { Task } from '../process/periodic.ts'
import { observeCalls } from './trace-calls.ts'
import { observeRequests } from './trace-requests.ts'

/** Ends what was begun; with what went wrong, where something did. */
export type EndSpan = (error?: unknown, attributes?: Attributes) => void

/** The settings for the spans of a trace. */
export type Spans = {
  tracer: Tracer
  /** Of the request or the task that is being worked for. */
  contexts: AsyncLocalStorage<Context>
  /** Undefined outside of both: what belongs to neither is in no trace. */
  beginCall(name: string, attributes: Attributes): EndSpan | undefined
}

export type Traces = {
  observe(app: FastifyInstance): void
  observeDatabase(sql: { observe(observer: Observer): () => void }): void
  /** Each run of them a trace of its own. */
  traced(tasks: Task[]): Task[]
  /** No longer watches. */
  stop(): void
}

export function createTraces(tracer: Tracer): Traces {
  const contexts = new AsyncLocalStorage<Context>()
  const spans: Spans = {
    tracer,
    contexts,
    beginCall(name, attributes) {
      const parent = contexts.getStore()
      if (!parent) return undefined
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
      return (error, more) => {
        if (more) span.setAttributes(more)
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
        span.end()
      }
    },
  }
  const ends = [observeCalls(spans)]
  return {
    observe: (app) => observeRequests(app, spans),
    observeDatabase: (sql) => void ends.push(sql.observe(statementObserver(spans))),
    traced: (tasks) => tasks.map((task) => ({ ...task, run: () => runTraced(spans, task) })),
    stop() {
      for (const end of ends) end()
    },
  }
}

/** Texts of errors may quote what a fan has written; codes and names do not. */
const kindOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'failed')
}

async function runTraced({ tracer, contexts }: Spans, { name, run }: Task): Promise<unknown> {
  const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL }, ROOT_CONTEXT)
  try {
    return await contexts.run(trace.setSpan(ROOT_CONTEXT, span), run)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
    throw error
  } finally {
    span.end()
  }
}

/** Statements, by what they do to which table. Their values are none of a trace's business. */
function statementObserver(spans: Spans): Observer {
  const names = new LRUCache<string, string>({ max: 2_000 })
  return (text) => {
    let name = names.get(text)
    if (name === undefined) {
      name = statementName(text)
      names.set(text, name)
    }
    return spans.beginCall(name, { 'db.system.name': 'postgresql', 'db.query.text': text })
  }
}

export function statementName(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|join|merge)\s+(?:only\s+)?"?([a-z_]\w*)/i.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}
