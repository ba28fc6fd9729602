import type { FastifyInstance } from 'fastify'
import { hasLink } from '../../platform/values/has-link.ts'
import type { Sessions } from '../staff/sessions.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A proof is asked for before a link goes into words that stand in mails, also in those of another language. */
export function proveMailedLinks(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  app.addHook('onRoute', (route) => {
    const { mailedWords } = route.config ?? {}
    if (mailedWords === undefined) return
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async ({ principal, body }) => {
        if (hasLinkIn(body, mailedWords)) await sessions.requireProof(principal)
      },
    ]
  })
}

function hasLinkIn(body: unknown, names: readonly string[]): boolean {
  if (!isFields(body)) return false
  const texts = [body, ...Object.values(isFields(body.translations) ? body.translations : {})].filter(isFields)
  return texts.some((fields) => names.some((name) => hasLink(String(fields[name] ?? ''))))
}
