import type { FastifyInstance } from 'fastify'
import type { Nodes } from '../../platform/postgres/nodes.ts'
import type { RouteScope } from '../scopes.ts'

/**
 * Lets an operation's `sql` be the node that has the caller's organisation: of sales, gates and whatever is only read. What an office
 * changes goes through the coordinator, so that what it creates has ids in one order; so does who reads messages, which writes
 * deliveries as the worker does. Once the body is read, because what arrives on a socket belongs to no caller.
 */
export function serveAtShard(app: FastifyInstance, nodes: Nodes): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { scope } = request.routeOptions.config
    if (request.principal && isAtShard(scope)) nodes.serve(request.principal.orgId, done)
    else done()
  })
}

const isAtShard = (scope: RouteScope | undefined): boolean =>
  scope === 'baskets:write' || scope === 'gate:scan' || (scope !== 'webhooks:read' && scope?.endsWith(':read') === true)
