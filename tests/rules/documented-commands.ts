import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import type { SourceFile } from './source-files.ts'

const cliFolder = join(import.meta.dirname, '..', '..', 'server', 'operator', 'cli')

/** The command line as it is, put together from the files that declare its commands. */
export async function readProgram(): Promise<Command> {
  const program = new Command('grandstand')
  for (const name of (await readdir(cliFolder)).filter((file) => /^[a-z-]+\.ts$/.test(file))) {
    const declared: Record<string, unknown> = await import(join(cliFolder, name))
    for (const [exported, add] of Object.entries(declared)) {
      if (/Commands?$/.test(exported) && typeof add === 'function') add(program)
    }
  }
  return program
}

/** Every `npm run x` and `npx grandstand y` that a page names exists. */
export function commandFindings(page: SourceFile, scripts: Record<string, string>, program: Command): string[] {
  const runs = [...page.text.matchAll(/\bnpm run (?:--?\w+ )*([\w:-]+)/g)].map(([, name = '']) => name)
  const missing = runs.filter((name) => !Object.hasOwn(scripts, name)).map((name) => `npm run ${name} does not exist`)
  const calls = [...page.text.matchAll(/\bnpx grandstand\b([^`\n|]*)/g)].flatMap(([, words = '']) =>
    callFindings(words.trim().split(/\s+/), program),
  )
  return [...missing, ...calls].map((finding) => `${page.path}: ${finding}`)
}

function callFindings(words: string[], program: Command): string[] {
  let command = program
  const spoken: string[] = []
  for (const word of words) {
    if (command.commands.length === 0 || !/^[a-z][a-z-]*$/.test(word)) break
    spoken.push(word)
    const next = command.commands.find((candidate) => candidate.name() === word)
    if (!next) return [`npx grandstand ${spoken.join(' ')} does not exist`]
    command = next
  }
  const known = [...command.options, ...program.options].map(({ long }) => long)
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[=,;.)].*$/, ''))
  return options
    .filter((option) => !known.includes(option) && option !== '--help' && option !== '--version')
    .map((option) => `npx grandstand ${spoken.join(' ')} does not know ${option}`)
}

/** What a shell script does, without what it says about itself. */
export const commandsOf = (script: string): string =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(#|set |cd )/.test(line))
    .join(' && ')
