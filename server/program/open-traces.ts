import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import packageJson from '../package.json' with { type: 'json' }
import type { Loggers } from '../platform/process/logger.ts'
import { createTraces, type Traces } from '../platform/traces/traces.ts'
import { withoutTrailingSlashes } from '../platform/values/trailing-slashes.ts'

export type SentTraces = Traces & { close(): Promise<void> }

type Collector = { url: string; headers: Record<string, string>; ratio: number }

/** Traces for a collector of OpenTelemetry. Where none is named this is not even loaded. */
export function openTraces({ url, headers, ratio }: Collector, log: Loggers['logger']): SentTraces {
  const say = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'traces were not delivered')
  const silent = () => {}
  diag.setLogger({ error: say, warn: say, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'grandstand', 'service.version': packageJson.version }),
    // What a caller says about its own trace decides nothing here.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${withoutTrailingSlashes(url)}/v1/traces`, headers }),
      }),
    ],
  })
  const traces = createTraces(provider.getTracer('grandstand', packageJson.version))
  return {
    ...traces,
    async close() {
      traces.stop()
      await provider.shutdown().catch((error: Error) => say(error.message))
      diag.disable()
    },
  }
}
