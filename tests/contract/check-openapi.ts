import { generateOpenapi, openapiFile, readOpenapi, readReleased } from '../../server/operator/openapi/generate.ts'
import { breakingChanges } from './compatibility.ts'

const current = await generateOpenapi()
const problems = [
  ...((await readOpenapi(openapiFile)) === current ? [] : ['openapi.json is stale: run npm run openapi']),
  ...breakingChanges(await readReleased(), JSON.parse(current)),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
