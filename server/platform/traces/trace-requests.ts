import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Spans } from './traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request is traced: for its line in the log, and for the metrics. */
    traceId?: string
  }
}

/** One span for each request, by the route's template: an address as it was sent may carry a name or a secret. */
export function observeRequests(app: FastifyInstance, { tracer, contexts }: Spans): void {
  const known = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url = 'unknown' } = request.routeOptions
    if (config?.scope === 'health' || config?.scope === 'asset') return done()
    const { method, id } = request
    const attributes = { 'http.request.method': method, 'http.route': url, 'grandstand.request_id': id }
    const span = tracer.startSpan(`${method} ${url}`, { kind: SpanKind.SERVER, attributes }, callerOf(request))
    const context = trace.setSpan(ROOT_CONTEXT, span)
    const { traceId, traceFlags } = span.spanContext()
    if (traceFlags & TraceFlags.SAMPLED) request.traceId = traceId
    known.set(request, context)
    contexts.run(context, done)
  })
  // The body arrives on a socket, which belongs to no caller: what follows has to be told again whose it is.
  app.addHook('preHandler', (request, _reply, done) => {
    const context = known.get(request)
    if (context) contexts.run(context, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const context = known.get(request)
    const span = context && trace.getSpan(context)
    if (span) {
      const { principal } = request
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (principal) span.setAttribute('grandstand.org_id', principal.orgId)
      if (reply.refusal) span.setAttribute('grandstand.refusal', reply.refusal.code)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    done()
  })
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** A caller's own trace goes on here (W3C Trace Context). Whether it is kept stays our decision: a stranger cannot make us keep all. */
function callerOf({ headers }: FastifyRequest): Context {
  const [, traceId, spanId] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true })
}
