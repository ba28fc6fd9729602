import * as table from './generated/table.ts'

/** Which function of the SDK a request is: `events.publish` and the ids of its path. undefined: one that the SDK does not know. */
export function operationOf(method: string, path: string): { name: string; ids: string[] } | undefined {
  let fallback: { name: string; ids: string[] } | undefined
  for (const [resource, lines] of Object.entries(table)) {
    for (const line of lines.split(';')) {
      const [name = '', verb = '', pattern = ''] = line.split(' ')
      if (verb !== method) continue
      const match = new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/\*/g, '([^/]+)')}$`).exec(path)
      if (!match) continue
      const operation = { name: `${resource}.${name}`, ids: match.slice(1).map(decodeURIComponent) }
      // `/orders/me` is rather the one that says so than an order whose id is "me".
      if (operation.ids.length === 0) return operation
      fallback ??= operation
    }
  }
  return fallback
}
