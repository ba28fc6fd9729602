import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bringTools } from './bring.ts'

// node tests/tools/run.ts <program> <arguments>: one of the programs of tests/tools/package.json, here and now.
const [program = '', ...args] = process.argv.slice(2)
const child = spawn(join(await bringTools(), '.bin', program), args, { stdio: 'inherit' })
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
