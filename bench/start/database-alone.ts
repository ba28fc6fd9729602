import { once } from 'node:events'
import { createServer } from 'node:http'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'

// The limit that `npm run bench -- start` measures against: the embedded PostgreSQL, made and started, and nothing else.
const { DATA_DIR: dataDir = '', PORT: port } = process.env
const postgres = await startEmbeddedPostgres({ dataDir, mode: 'server' })
const server = createServer((_request, response) => response.end()).listen(Number(port), '127.0.0.1')
await once(process, 'SIGTERM')
server.close().closeAllConnections()
await postgres.stop()
