import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { staleComments } from './operation-comments.ts'
import { registeredOperations } from './registered-operations.ts'

// Part of npm run openapi: a search of the text finds operations that are made of a description.
const root = join(import.meta.dirname, '..', '..')
const registered = await registeredOperations()
const operations = registered.flatMap(({ operationId, path }) => (operationId ? [{ operationId, path }] : []))
for (const [path, text] of await staleComments(operations)) await writeFile(join(root, path), text)
process.exit(0)
