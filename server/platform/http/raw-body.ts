import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * JSON as the bytes that arrived, for routes whose caller signs them: parsing and writing them again would not give the same.
 * Call it in a scope of its own (`app.register`). To all other code the body is an empty object; the handler asks for the bytes.
 */
export function keepRawJson(scope: FastifyInstance): (request: FastifyRequest) => Buffer {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  scope.removeAllContentTypeParsers()
  const keep = async (request: FastifyRequest, bytes: string | Buffer) => {
    bodies.set(request, Buffer.from(bytes))
    return {}
  }
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, keep)
  return (request) => bodies.get(request) ?? Buffer.alloc(0)
}
