import { writeFile } from 'node:fs/promises'
import { generateOpenapi, openapiFile, releasedFile } from './generate.ts'

// npm run openapi             after a change of the API
// npm run openapi -- --release   when a version comes out: from then on its description binds
const document = await generateOpenapi()
await writeFile(openapiFile, document)
if (process.argv.includes('--release')) await writeFile(releasedFile, document)
