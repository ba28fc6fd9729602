import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argumentsOf, WORDS_FOLDERS } from './catalogues.ts'

for (const folder of WORDS_FOLDERS) {
  const file = join(import.meta.dirname, '..', '..', folder, 'arguments.generated.ts')
  await writeFile(file, await argumentsOf(folder))
}
