import type { FastifyRequest } from 'fastify'
import { Id, Input } from '../platform/http/schema.ts'

/** Names in a path are ids, every one of them: /v1/manage/events/:event_id/prices has event_id. */
export const idsIn = (path: string): string[] => [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)

export const paramsOf = (path: string) => Input(Object.fromEntries(idsIn(path).map((name) => [name, Id()])))

/** The ids of a request's path, which its route has validated, by name. */
export const pathIds = ({ params }: Pick<FastifyRequest, 'params'>) => params as Record<string, number>

/** One of them; a route that does not have it is a mistake in the program. */
export function pathId(request: Pick<FastifyRequest, 'params'>, name: string): number {
  const id = pathIds(request)[name]
  if (id === undefined) throw new Error(`the path has no ${name}`)
  return id
}
