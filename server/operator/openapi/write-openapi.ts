import { writeFile } from 'node:fs/promises'
import { contractOf, printContract } from '../../platform/openapi/contract.ts'
import { generateOpenapi, openapiFile, releasedFile } from './generate.ts'

// npm run openapi                after a change of the API
// npm run openapi -- --release   when a version comes out: from then on what it promises binds
const document = await generateOpenapi()
await writeFile(openapiFile, document)
if (process.argv.includes('--release')) await writeFile(releasedFile, printContract(contractOf(JSON.parse(document))))
