import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, type OpenMetricsContentType, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  storeFailures: Counter
  observe(app: FastifyInstance): void
}

/** With `exemplars`, a traced request is named beside the figure that it went into, in the format that can: OpenMetrics. */
export function createMetrics({ exemplars = false } = {}): Metrics {
  const registry = new Registry()
  if (exemplars)
    (registry as unknown as Registry<OpenMetricsContentType>).setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const requests = new Histogram<'method' | 'route' | 'status' | 'trace_id'>({
    name: 'grandstand_http_request_seconds',
    help: 'Time to answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
    enableExemplars: exemplars,
  })
  const refused = new Counter({
    name: 'grandstand_rate_limited_total',
    help: 'Requests answered with 429',
    registers: [registry],
  })
  const storeFailures = new Counter({
    name: 'grandstand_rate_limit_store_failures_total',
    help: 'Requests let through because the rate limit store did not answer',
    registers: [registry],
  })
  return {
    registry,
    storeFailures,
    observe(app) {
      // Finding the counter by its labels costs more than counting; there are as many as routes and statuses.
      const seriesByName = new Map<string, ReturnType<typeof requests.labels>>()
      app.addHook('onResponse', (request, reply, done) => {
        const { method } = request
        const route = request.routeOptions.url ?? 'unknown'
        const status = String(reply.statusCode)
        const name = method + route + status
        let series = seriesByName.get(name)
        if (!series) {
          series = requests.labels(method, route, status)
          seriesByName.set(name, series)
        }
        const seconds = reply.elapsedTime / 1000
        const { traceId } = request
        if (!exemplars || traceId === undefined) series.observe(seconds)
        else
          requests.observe({ labels: { method, route, status }, value: seconds, exemplarLabels: { trace_id: traceId } })
        if (reply.statusCode === 429) refused.inc()
        done()
      })
    },
  }
}

/** On a port of its own, so that what the load balancer publishes never includes it. */
export async function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  // Watching the garbage collector and the event loop costs a little all the time, so only where the operator asked for metrics.
  collectDefaultMetrics({ register: registry })
  // Never rejects, which would end the process: a figure that cannot be read is caught.
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const text = await registry.metrics().catch(() => undefined)
    if (text === undefined) return response.writeHead(500).end()
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
